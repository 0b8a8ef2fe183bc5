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

/** Things on the board: how high they are, by their squares. */
export type Heights = ReadonlyMap<Square, number>;

/** Who points so near to the middle of a square means it, whatever stands before it. */
const HEART = 0.12;

/**
 * The square that a ray points at. `targets` are the squares whose things can act, with the height of their tops; only
 * these take the ray. Everything else lets it through to the board below.
 */
export const pickSquare = (board: BoardShape, targets: Heights, origin: Vec, direction: Vec): Square | null =>
  meantAlong(board, targets, origin, direction) ??
  firstAlong(board, targets, 0.49, origin, direction) ??
  woodAlong(board, origin, direction);

/**
 * The square whose thing is seen along a ray: the first one that it meets, or else the bare square. `heights` are those
 * of all things; nothing lets the ray through.
 */
export const pickThing = (board: BoardShape, heights: Heights, origin: Vec, direction: Vec): Square | null =>
  // As wide as the square: between the two halves of a thing there is no gap.
  firstAlong(board, heights, 0.5, origin, direction) ?? woodAlong(board, origin, direction);

/** The square whose top a ray meets near the middle. */
function meantAlong(board: BoardShape, targets: Heights, origin: Vec, direction: Vec): Square | null {
  let least = HEART;
  let meant: Square | null = null;
  for (const [square, height] of targets) {
    const t = (height - origin[1]) / direction[1];
    const [x, z] = [origin[0] + t * direction[0], origin[2] + t * direction[2]];
    const off = Math.max(Math.abs(x - xOf(board, square)), Math.abs(z - zOf(board, square)));
    if (t > 0 && off < least) [least, meant] = [off, square];
  }
  return meant;
}

/** The square of the first thing that a ray meets; things reach `half` a width to each side of the middle. */
function firstAlong(
  board: BoardShape,
  heights: Heights,
  half: number,
  origin: Vec,
  direction: Vec,
): Square | null {
  let nearest = Infinity;
  let first: Square | null = null;
  for (const [square, height] of heights) {
    const t = hitThing(board, square, height, half, origin, direction);
    if (t < nearest) [nearest, first] = [t, square];
  }
  return first;
}

/** The square of the bare board that a ray points at. */
function woodAlong(board: BoardShape, origin: Vec, direction: Vec): Square | null {
  const ground = -origin[1] / direction[1];
  if (!(ground > 0 && ground < Infinity)) return null;
  return squareUnder(board, origin[0] + ground * direction[0], origin[2] + ground * direction[2]);
}

/** A fingertip is broader than a point. */
const FINGER = 0.65;

/** Whether a ray meets any of these things. */
export const isTouched = (board: BoardShape, heights: Heights, origin: Vec, direction: Vec): boolean =>
  firstAlong(board, heights, FINGER, origin, direction) !== null;

/** The squares whose things hide a square's top, `height` high, from the eye. */
export function hiding(
  board: BoardShape,
  heights: Heights,
  hidden: ReadonlySet<Square>,
  eye: Vec,
): Set<Square> {
  const found = new Set<Square>();
  for (const target of hidden) {
    const top = (heights.get(target) ?? 0) + 0.02;
    for (const [dx, dz] of SAMPLES) {
      const point: Vec = [xOf(board, target) + dx, top, zOf(board, target) + dz];
      const way: Vec = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
      for (const [square, height] of heights) {
        if (hidden.has(square) || found.has(square)) continue;
        if (hitThing(board, square, height, 0.47, eye, way) < 1) found.add(square);
      }
    }
  }
  return found;
}

/** Points of a square that should be seen. */
const SAMPLES = [
  [0, 0],
  [-0.32, -0.32],
  [0.32, -0.32],
  [-0.32, 0.32],
  [0.32, 0.32],
] as const;

/** How far along the ray the thing on a square begins, or infinity. */
function hitThing(
  board: BoardShape,
  square: Square,
  height: number,
  half: number,
  origin: Vec,
  direction: Vec,
): number {
  const [x, z] = [xOf(board, square), zOf(board, square)];
  return hitBox(origin, direction, [x - half, 0, z - half], [x + half, height, z + half]);
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
