/** The pace of what moves on the board, in either view. */

export const FALL_MS = 850;
export const SET_MS = 420;

/** A fall that gathers speed and comes to rest with two small rebounds. */
export function toppling(u: number): number {
  if (u < 0.72) return (u / 0.72) ** 2.5;
  const v = (u - 0.72) / 0.28;
  return 1 - Math.abs(Math.sin(v * Math.PI * 2)) * 0.03 * (1 - v);
}

/** Set down: slow at both ends, with more haste in the middle. */
export const settling = (u: number): number => 1 - (1 - u) ** 3;
