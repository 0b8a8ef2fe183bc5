/** What a board view is told to draw. Both views are functions of this value and know nothing else. */

import type { Colour, StoneColour } from './palette';
import { squareAt, type BoardShape, type Direction, type Square } from './squares';

/** A megalith: on one square it stands, on two it lies with its red end on the first. */
export interface Stone {
  readonly squares: readonly Square[];
  readonly top: StoneColour;
  /** Standing: the colour of the east and west sides. */
  readonly axis: StoneColour | null;
}

export interface CubePiece {
  readonly colour: Colour;
  /** 1 for the second of two team-mates, whose pieces have a deeper shade. */
  readonly shade: 0 | 1;
  readonly cubes: readonly (readonly [file: number, rank: number, level: number])[];
}

/** A group of squares with a line around it. */
export interface Outline {
  readonly colour: Colour;
  readonly squares: readonly Square[];
  readonly count: number;
}

/** Where a stone would come to lie, and what it would show. */
export interface Fall {
  readonly direction: Direction;
  /** The square next to the stone, then the one beyond. */
  readonly squares: readonly Square[];
  readonly colour: StoneColour;
}

export interface Drawing {
  readonly board: BoardShape;
  readonly stones: readonly Stone[];
  readonly pieces: readonly CubePiece[];
  /** Megaliths beside the board. */
  readonly stock: number;
  readonly outlines: readonly Outline[];
  readonly path: { readonly colour: Colour; readonly squares: readonly Square[] } | null;
  /** The stone that waits for its answer. */
  readonly pending: Square | null;
  /** What would be placed if the square under the pointer were chosen. */
  readonly ghost: { readonly stone: Stone | null; readonly piece: CubePiece | null } | null;
  readonly falls: readonly Fall[];
  /** Squares that may be chosen; shown only where that is not nearly every square. */
  readonly lit: ReadonlySet<Square>;
  readonly hot: Square | null;
  readonly last: readonly Square[];
  /** Squares the engine advises. */
  readonly hint: readonly Square[];
  /** Moves to this drawing are animated: false when somebody leafs through the game. */
  readonly animate: boolean;
}

/** A standing stone is a little less than two cubes high, so that neighbours and its outline meet it. */
const STANDING = 1.94;

/** How high the things on each occupied square reach, in units of one cube. */
export function heights(drawing: Drawing): Map<Square, number> {
  const result = new Map<Square, number>();
  for (const stone of drawing.stones) {
    for (const square of stone.squares) result.set(square, stone.squares.length === 1 ? STANDING : 1);
  }
  for (const piece of drawing.pieces) {
    for (const [file, rank, level] of piece.cubes) {
      const square = squareAt(file, rank);
      result.set(square, Math.max(result.get(square) ?? 0, level + 1));
    }
  }
  return result;
}

/** The same things without what is marked on them, for as long as one of them moves. */
export function unmarked(drawing: Drawing): Drawing {
  return { ...drawing, outlines: [], falls: [], last: [], pending: null, ghost: null, path: null };
}
