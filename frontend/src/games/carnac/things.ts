/** What is drawn of Carnac, in either view. */

import type { Direction, Square } from '../../board/squares';
import type { StoneColour } from './palette';

/** A megalith: on one square it stands, on two it lies with its red end on the first. */
export interface Stone {
  readonly squares: readonly Square[];
  readonly top: StoneColour;
  /** Standing: the colour of the east and west sides. */
  readonly axis: StoneColour | null;
}

/** A dolmen with a line around it. */
export interface Outline {
  readonly colour: StoneColour;
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

export interface Stones {
  readonly stones: readonly Stone[];
  /** Megaliths beside the board. */
  readonly stock: number;
  readonly outlines: readonly Outline[];
  /** The stone that waits for its answer. */
  readonly pending: Square | null;
  /** What would be placed if the square under the pointer were chosen. */
  readonly ghost: Stone | null;
  readonly falls: readonly Fall[];
}

export const NOTHING: readonly never[] = [];

/** The same stones without what is marked on them, for as long as one of them moves. */
export const unmarked = (things: Stones): Stones => ({
  ...things,
  outlines: NOTHING,
  falls: NOTHING,
  pending: null,
  ghost: null,
});

/** How strongly a fall is drawn while the stone is only thought of, and beside the one that is chosen. */
const THOUGHT = 0.55;
const PASSED_OVER = 0.3;

/** How strongly a fall is drawn, from 0 to 1. One that is chosen is drawn as the stone itself, and the others step back. */
export function strengthOf({ ghost }: Stones, fall: Fall): number {
  if (!ghost) return 1;
  if (ghost.squares.length === 1) return THOUGHT;
  return fall.squares.every((square) => ghost.squares.includes(square)) ? 0 : PASSED_OVER;
}

const nameOf = ({ colour, squares }: Outline): string => colour + [...squares].sort().join();

/** The dolmens that were not there before: new ones, and those that have grown or joined. */
export function newOutlines(before: readonly Outline[], now: readonly Outline[]): readonly Outline[] {
  const known = new Set(before.map(nameOf));
  return now.filter((outline) => !known.has(nameOf(outline)));
}
