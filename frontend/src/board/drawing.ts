/** What a board view is told to draw. Both views are functions of this value and know nothing else. */

import type { Component } from 'svelte';
import type { Annotations, Tint } from './annotations';
import type { BoardEvent } from './events';
import type { Layout } from './layout';
import type { BoardShape, Square } from './squares';
import type { MakeLayer } from './three/layer';

export interface Drawing<Things = unknown> extends Partial<Annotations> {
  readonly board: BoardShape;
  /** What only this game has: its pieces, what is marked on them, what would be placed. */
  readonly things: Things;
  /** Squares that may be chosen; shown only where that is not nearly every square. */
  readonly lit: ReadonlySet<Square>;
  readonly hovered: Square | null;
  /** What a pointer takes: squares, through whatever stands before them, or things, as they are seen. */
  readonly picks?: 'squares' | 'things';
  /** The squares of the thing that a click would change. */
  readonly touched?: readonly Square[];
  readonly last: readonly Square[];
  /** Squares the engine advises. */
  readonly hint: readonly Square[];
  /** A soft colour of the game over squares. */
  readonly tint?: Tint;
  /** Moves to this drawing are animated: false while earlier moments are browsed. */
  readonly animate: boolean;
}

/** How a game is drawn. */
export interface Views<Things = unknown> {
  /** Everything above the bare board, as SVG. */
  readonly Flat: Component<{
    drawing: Drawing<Things>;
    layout: Layout;
    happened: (event: BoardEvent) => void;
  }>;
  /** How the things are painted, where that can be chosen; the server's pictures take the same words. */
  readonly look?: () => Readonly<Record<string, string>>;
  /** Loads the things in three dimensions; without it the board is only seen from above. */
  readonly loadSolid?: () => Promise<MakeLayer<Things>>;
}
