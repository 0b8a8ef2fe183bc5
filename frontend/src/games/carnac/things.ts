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
