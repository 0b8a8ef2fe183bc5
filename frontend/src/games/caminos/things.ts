/** What is drawn of Caminos, in either view. */

import { squareAt, type Square } from '../../board/squares';

export type Cube = readonly [file: number, rank: number, level: number];
export type CubeColour = 'yellow' | 'green' | 'neutral';

export interface CubePiece {
  readonly colour: CubeColour;
  /** Of the second of two team-mates, whose pieces have a deeper shade. */
  readonly mate: boolean;
  readonly cubes: readonly Cube[];
}

export interface Pieces {
  readonly pieces: readonly CubePiece[];
  /** The way across that has won. */
  readonly path: readonly Square[];
  /** What would be placed if the square under the pointer were chosen. */
  readonly ghost: CubePiece | null;
}

/** How high the cubes on each occupied square reach. */
export function heightsOf(pieces: readonly CubePiece[]): ReadonlyMap<Square, number> {
  const heights = new Map<Square, number>();
  for (const [file, rank, level] of pieces.flatMap((piece) => piece.cubes)) {
    const square = squareAt(file, rank);
    heights.set(square, Math.max(heights.get(square) ?? 0, level + 1));
  }
  return heights;
}
