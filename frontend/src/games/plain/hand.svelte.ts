/** Deciding in a game the page does not know: each legal move names its squares, and choosing one plays it. */

import type { Square } from '../../board/squares';
import type { PlainLegal, PlainScene } from '../../messages';
import type { Hand, Prospect, Deciding } from '../game';

export class PlainHand implements Hand {
  constructor(private readonly table: Deciding<PlainScene, PlainLegal>) {}

  private readonly bySquare: ReadonlyMap<Square, readonly Prospect[]> = $derived.by(() => {
    const found = new Map<Square, Prospect[]>();
    for (const { text, squares } of this.table.legal?.moves ?? []) {
      for (const square of squares) found.set(square, [...(found.get(square) ?? []), { text }]);
    }
    return found;
  });
  readonly lit: ReadonlySet<Square> = $derived(new Set(this.bySquare.keys()));
  /** Moves that name no square, to be played by buttons. */
  readonly elsewhere: readonly Prospect[] = $derived.by(() =>
    (this.table.legal?.moves ?? []).filter(({ squares }) => !squares.length).map(({ text }) => ({ text })),
  );

  prospectsAt(square: Square): readonly Prospect[] {
    return this.bySquare.get(square) ?? [];
  }

  key(): boolean {
    return false;
  }
}
