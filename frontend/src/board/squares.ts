/** Squares by name: a file letter from the west and a rank number from the south, "a1" at the south-west. */

import type { BoardView } from '../messages';

export type Square = string;
export type Direction = 'N' | 'E' | 'S' | 'W';

/** How far one step in a compass direction goes in files and ranks. */
export const STEP: Readonly<Record<Direction, readonly [file: number, rank: number]>> = {
  N: [0, 1],
  E: [1, 0],
  S: [0, -1],
  W: [-1, 0],
};
export const DIRECTIONS: readonly Direction[] = ['N', 'E', 'S', 'W'];

/** The smallest rectangle around a board; `squares` lists them where some of the rectangle are missing. */
export interface BoardShape {
  readonly files: number;
  readonly ranks: number;
  readonly squares: ReadonlySet<Square> | null;
  /** The squares of each side in order around the board, where the game is about joining them. */
  readonly sides?: readonly (readonly Square[])[];
}

export function shapeOf({ files, ranks, squares, sides }: Omit<BoardView, 'name'>): BoardShape {
  return { files, ranks, squares: squares.length === files * ranks ? null : new Set(squares), sides };
}

const fileLetter = (file: number): string => String.fromCharCode(97 + file);
export const squareAt = (file: number, rank: number): Square => `${fileLetter(file)}${rank + 1}`;
export const fileOf = (square: Square): number => square.charCodeAt(0) - 97;
export const rankOf = (square: Square): number => Number(square.slice(1)) - 1;

export function onBoard(board: BoardShape, file: number, rank: number): boolean {
  if (file < 0 || rank < 0 || file >= board.files || rank >= board.ranks) return false;
  return board.squares === null || board.squares.has(squareAt(file, rank));
}

/** The square one step away, or null beyond the edge. */
export function neighbour(board: BoardShape, square: Square, direction: Direction): Square | null {
  const [files, ranks] = STEP[direction];
  const file = fileOf(square) + files;
  const rank = rankOf(square) + ranks;
  return onBoard(board, file, rank) ? squareAt(file, rank) : null;
}

/** The direction from one square to another of the same file or rank. */
export function directionTo(from: Square, to: Square): Direction | null {
  const files = Math.sign(fileOf(to) - fileOf(from));
  const ranks = Math.sign(rankOf(to) - rankOf(from));
  return DIRECTIONS.find((d) => STEP[d][0] === files && STEP[d][1] === ranks) ?? null;
}
