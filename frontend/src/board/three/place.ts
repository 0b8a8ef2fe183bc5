/** Board squares as points of the three-dimensional world: x to the east, y up, z to the south. */

import { fileOf, onBoard, rankOf, squareAt, type BoardShape, type Square } from '../squares';
import type { Vec } from './camera';

export const xOf = (board: BoardShape, square: Square): number => fileOf(square) - (board.files - 1) / 2;
export const zOf = (board: BoardShape, square: Square): number => (board.ranks - 1) / 2 - rankOf(square);

/** The square under a point of the board, or null beside it. */
export function squareUnder(board: BoardShape, x: number, z: number): Square | null {
  const file = Math.floor(x + board.files / 2);
  const rank = Math.floor(board.ranks / 2 - z);
  return onBoard(board, file, rank) ? squareAt(file, rank) : null;
}

/** What a ray meets first: a thing on a square, or the board itself. */
export function pickSquare(
  board: BoardShape,
  heights: ReadonlyMap<Square, number>,
  origin: Vec,
  direction: Vec,
): Square | null {
  let nearest = Infinity;
  let found: Square | null = null;
  for (const [square, height] of heights) {
    const x = xOf(board, square);
    const z = zOf(board, square);
    const t = hitBox(origin, direction, [x - 0.49, 0, z - 0.49], [x + 0.49, height, z + 0.49]);
    if (t < nearest) {
      nearest = t;
      found = square;
    }
  }
  if (direction[1] < 0) {
    const t = -origin[1] / direction[1];
    if (t < nearest) found = squareUnder(board, origin[0] + t * direction[0], origin[2] + t * direction[2]);
  }
  return found;
}

/** How far along the ray a box begins, or infinity. */
function hitBox(origin: Vec, direction: Vec, low: Vec, high: Vec): number {
  let enter = 0;
  let leave = Infinity;
  for (const i of [0, 1, 2] as const) {
    const along = direction[i] || 1e-12;
    const a = (low[i] - origin[i]) / along;
    const b = (high[i] - origin[i]) / along;
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave ? enter : Infinity;
}
