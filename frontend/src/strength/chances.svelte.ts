/** Whether a game counts, and with it whether the winning chances are shown: they would be help, and it would not count. */

import { wayOf } from '../memory/games';
import type { State } from '../messages';
import { settings, type Choices } from '../settings.svelte';
import type { GameSource } from '../source';

/** One person against one engine: such a game may count. */
export const mayCount = (state: State): boolean =>
  wayOf(state) === 'engine' && state.seats.length === 2 && state.you.seats.length === 1;

/** `free`: the server has said that the game does not count. */
export const areShown = (state: State, chosen: Choices['winrate'], free: boolean): boolean =>
  state.may.winrate &&
  chosen !== 'never' &&
  (chosen === 'always' || state.status === 'over' || free || !mayCount(state));

export class ShownChances {
  /** The game that is known not to count; until the server has said so, it may. */
  private free: string | null = $state(null);
  private asked: string | null = null;

  constructor(
    private readonly source: Pick<GameSource, 'fetchCounted'>,
    private readonly state: () => State,
  ) {
    $effect(() => {
      const now = this.state();
      if (now.status === 'playing' && mayCount(now)) this.ask(now.game);
    });
  }

  readonly shown: boolean = $derived.by(() =>
    areShown(this.state(), settings.winrate, this.free === this.state().game),
  );

  /** The game counts, or may, as long as the engine does not help. */
  readonly counts: boolean = $derived.by(() => {
    const now = this.state();
    return now.status === 'playing' && mayCount(now) && this.free !== now.game && !this.shown;
  });

  private ask(game: string): void {
    if (this.asked === game) return;
    this.asked = game;
    this.source.fetchCounted(game).then(
      (found) => {
        if (found?.status !== 'open' || found.reason) this.free = game;
      },
      // What is not known is not risked.
      () => undefined,
    );
  }
}
