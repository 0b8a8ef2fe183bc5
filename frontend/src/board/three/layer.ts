/** A game's own things on the board in three dimensions. Games load theirs together with three.js. */

import type { Scene as World } from 'three';
import type { StoneTheme } from '../../settings.svelte';
import type { Drawing } from '../drawing';
import type { BoardShape, Square } from '../squares';
import type { Badge } from './badges';
import type { Bar } from './bars';
import type { Motion } from '../motion';

/** Where a layer puts its things. */
export interface Surroundings {
  readonly world: World;
  readonly board: BoardShape;
  readonly theme: StoneTheme;
  /** Shadows, relief and smooth edges; without them a machine that has no graphics chip keeps up. */
  readonly rich: boolean;
  readonly anisotropy: number;
  readonly motion: Motion;
  /** Something has moved: its shadow has to follow. */
  readonly moved: () => void;
  /** Something has come to rest: what it changes may be marked now. */
  readonly landed: () => void;
}

/** The board as seen from a seat: half its size from side to side and away from it. */
export interface Outlook {
  readonly across: number;
  readonly away: number;
  /** How many quarter turns bring that seat to the front. */
  readonly quarter: number;
}

/** What a layer shows. Values that have not changed are the same objects as before. */
export interface Shown {
  /** How high the things on each occupied square reach, in units of one square. */
  readonly heights: ReadonlyMap<Square, number>;
  /** The same with everything else that can be pointed at. */
  readonly solid: ReadonlyMap<Square, number>;
  /** Squares of what is still on its way, which has no shadow under it yet. */
  readonly moving: readonly Square[];
  readonly lines: readonly Bar[];
  readonly plates: readonly Bar[];
  readonly badges: readonly Badge[];
}

export interface Layer<Things = unknown> {
  show(drawing: Drawing<Things>, outlook: Outlook, animate: boolean): Shown;
  /** How high things rise on the board, and how far they reach beyond its far side: all that has to be seen. */
  extent(drawing: Drawing<Things>, outlook: Outlook): { readonly high: number; readonly beyond: number };
  dispose(): void;
}

export type MakeLayer<Things = unknown> = (surroundings: Surroundings) => Layer<Things>;
