/** A game's own things on the board in three dimensions. Games load theirs together with three.js. */

import type { Scene as World } from 'three';
import type { Drawing } from '../drawing';
import type { BoardEvent } from '../events';
import type { Motion } from '../motion';
import type { BoardShape, Square } from '../squares';
import type { Badge } from './badges';
import type { Bar } from './bars';
import type { ContactShadows } from './contacts';
import type { Effects } from './effects';
import type { Heights } from './place';

/** Where a layer puts its things. */
export interface Surroundings {
  readonly world: World;
  readonly board: BoardShape;
  /** Shadows, relief and smooth edges; without them a machine that has no graphics chip keeps up. */
  readonly rich: boolean;
  readonly anisotropy: number;
  readonly motion: Motion;
  /** The shade under what is on its way. */
  readonly contacts: ContactShadows;
  /** Dust and light; null where nothing moves by itself or the machine is slow. */
  readonly effects: Effects | null;
  /** Something heavy has landed. */
  readonly shake: () => void;
  /** Something has happened that can be heard. */
  readonly happened: (event: BoardEvent) => void;
  /** Something has moved: its shadow has to follow. */
  readonly moved: () => void;
  /** Something has come to rest: what it changes may be marked now. */
  readonly landed: () => void;
}

/** The board as seen from a seat: half its size from side to side and away from it. */
export interface Perspective {
  readonly across: number;
  readonly away: number;
  /** How many quarter turns bring that seat to the front. */
  readonly quarter: number;
  /** Seen straight from above, where there is no room beside the board. */
  readonly bird: boolean;
}

/** What is in hand, over the board. */
export interface Held {
  /** The square by which it is put down. */
  readonly grip: Square;
  /** How high it reaches on each of its squares. */
  readonly heights: Heights;
}

/** What a layer shows. Values that have not changed are the same objects as before. */
export interface Shown {
  /** How high the things on each occupied square reach, in units of one square. */
  readonly heights: Heights;
  /** What can act where it is pointed at, with the height of its top; everything else lets the pointer through. */
  readonly targets: Heights;
  /** A finger can draw it elsewhere. */
  readonly held: Held | null;
  /** Squares of what is still on its way, which has no shadow under it yet. */
  readonly moving: readonly Square[];
  /** Squares whose top is still on its way: nothing is marked there, or it would hang in the air. */
  readonly arriving: readonly Square[];
  readonly lines: readonly Bar[];
  /** Lines that are seen through whatever stands before them. */
  readonly through: readonly Bar[];
  readonly plates: readonly Bar[];
  readonly badges: readonly Badge[];
}

export interface Layer<Things = unknown> {
  show(drawing: Drawing<Things>, perspective: Perspective, animate: boolean): Shown;
  /** How high things rise on the board, and how far they reach beyond its far side: all that has to be seen. */
  extent(
    drawing: Drawing<Things>,
    perspective: Perspective,
  ): { readonly high: number; readonly beyond: number };
  /** Let the things on these squares be seen through. */
  fade(squares: ReadonlySet<Square>): void;
  dispose(): void;
}

export type MakeLayer<Things = unknown> = (surroundings: Surroundings) => Layer<Things>;
