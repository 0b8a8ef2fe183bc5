/** A stone that falls: its pace, and what is seen of it from above. */

import { LANDS } from '../../board/pace';

export const FALL_MS = 850;

/** A fall that gathers speed and comes to rest with two small rebounds. */
export function toppling(u: number): number {
  if (u < LANDS) return (u / LANDS) ** 2.5;
  const v = (u - LANDS) / (1 - LANDS);
  return 1 - Math.abs(Math.sin(v * Math.PI * 2)) * 0.03 * (1 - v);
}

/** Where its faces begin and end along the way it falls, measured from the edge it tips over. */
export interface Faces {
  /** The side that comes to lie on top: it grows out of nothing. */
  readonly side: readonly [from: number, to: number];
  /** The end that was on top: it turns away. */
  readonly end: readonly [from: number, to: number];
  /** How high the far end still is, in units of one square. */
  readonly height: number;
}

/** A stone one square wide and two high, tipped by `progress` of a right angle. */
export function facesSeen(progress: number): Faces {
  const angle = (progress * Math.PI) / 2;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const ridge = 2 * sin - cos;
  return { side: [-cos, ridge], end: [ridge, 2 * sin], height: 2 * cos + sin };
}
