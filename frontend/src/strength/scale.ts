/** Levels and ratings on one scale: where a rating lies among the levels, and what that is called. */

import { catalogue } from '../catalogue.svelte';
import { levelName } from '../words';

/** The level at a rating, in tenths; `ratings` are those of level 1, 2, … */
export function levelAt(ratings: readonly number[], rating: number): number {
  const next = ratings.findIndex((one) => rating < one);
  if (next < 0) return ratings.length;
  if (next === 0) return 1;
  const [low, high] = [ratings[next - 1] as number, ratings[next] as number];
  // What is not reached is not rounded up to.
  return next + Math.floor((10 * (rating - low)) / (high - low)) / 10;
}

/** The level whose rating a player or puzzle has; nothing where the levels of a game were never measured. */
export function nameAt(game: string, rating: number): string {
  const ratings = catalogue.games.find(({ name }) => name === game)?.level_ratings;
  return ratings?.length ? levelName(levelAt(ratings, rating)) : '';
}
