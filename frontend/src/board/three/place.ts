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

/** Who points so near to the middle of a square means it, whatever stands before it. */
const HEART = 0.12;

/**
 * The square that a ray points at. `targets` are the squares whose things can act, with the height of their tops; only
 * these take the ray. Everything else lets it through to the board below.
 */
export function pickSquare(
  board: BoardShape,
  targets: ReadonlyMap<Square, number>,
  origin: Vec,
  direction: Vec,
): Square | null {
  let nearest = Infinity;
  let first: Square | null = null;
  let least = HEART;
  let meant: Square | null = null;
  const at = (height: number) => (height - origin[1]) / direction[1];
  for (const [square, height] of targets) {
    const x = xOf(board, square);
    const z = zOf(board, square);
    const t = hitBox(origin, direction, [x - 0.49, 0, z - 0.49], [x + 0.49, height, z + 0.49]);
    if (t < nearest) {
      nearest = t;
      first = square;
    }
    const top = at(height);
    const off = Math.max(
      Math.abs(origin[0] + top * direction[0] - x),
      Math.abs(origin[2] + top * direction[2] - z),
    );
    if (top > 0 && off < least) {
      least = off;
      meant = square;
    }
  }
  return meant ?? first ?? woodAlong(board, origin, direction);
}

/** The square of the bare board that a ray points at. */
function woodAlong(board: BoardShape, origin: Vec, direction: Vec): Square | null {
  const ground = -origin[1] / direction[1];
  if (!(ground > 0 && ground < Infinity)) return null;
  return squareUnder(board, origin[0] + ground * direction[0], origin[2] + ground * direction[2]);
}

/**
 * The square whose thing is seen along a ray: the first one that it meets, or else the bare square. `heights` are those
 * of all things; nothing lets the ray through.
 */
export function pickThing(
  board: BoardShape,
  heights: ReadonlyMap<Square, number>,
  origin: Vec,
  direction: Vec,
): Square | null {
  let nearest = Infinity;
  let first: Square | null = null;
  for (const [square, height] of heights) {
    const [x, z] = [xOf(board, square), zOf(board, square)];
    // As wide as the square: between the two halves of a thing there is no gap.
    const t = hitBox(origin, direction, [x - 0.5, 0, z - 0.5], [x + 0.5, height, z + 0.5]);
    if (t < nearest) [nearest, first] = [t, square];
  }
  return first ?? woodAlong(board, origin, direction);
}

/** A fingertip is broader than a point. */
const FINGER = 0.65;

/** Whether a ray meets any of these things, given by their squares and heights. */
export const isTouched = (
  board: BoardShape,
  heights: ReadonlyMap<Square, number>,
  origin: Vec,
  direction: Vec,
): boolean =>
  [...heights].some(([square, height]) => {
    const [x, z] = [xOf(board, square), zOf(board, square)];
    const [low, high]: [Vec, Vec] = [
      [x - FINGER, 0, z - FINGER],
      [x + FINGER, height, z + FINGER],
    ];
    return hitBox(origin, direction, low, high) < Infinity;
  });

/** The squares whose things hide a square's top, `height` high, from the eye. */
export function hiding(
  board: BoardShape,
  heights: ReadonlyMap<Square, number>,
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
        const [x, z] = [xOf(board, square), zOf(board, square)];
        if (hitBox(eye, way, [x - 0.47, 0, z - 0.47], [x + 0.47, height, z + 0.47]) < 1) found.add(square);
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
