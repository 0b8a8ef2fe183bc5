/** A learner's rating over time as a line. */

import type { GraphPoint } from '../messages';

export interface RatingCurve {
  /** Points from 0 to 1, from the lower left. */
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly low: number;
  readonly high: number;
}

/** The least that the height of the graph stands for, so that small changes look small. */
const LEAST = 100;

/** Attempt by attempt: days without any take no room. */
export function ratingCurve(graph: readonly GraphPoint[]): RatingCurve {
  const ratings = graph.map(({ rating }) => rating);
  const [min, max] = [Math.min(...ratings), Math.max(...ratings)];
  const spare = Math.max(0, LEAST - (max - min)) / 2;
  const low = Math.floor((min - spare) / 50) * 50;
  const high = Math.ceil((max + spare) / 50) * 50;
  const last = Math.max(1, ratings.length - 1);
  return { low, high, points: ratings.map((rating, i) => [i / last, (rating - low) / (high - low)]) };
}
