/** What a game against a level has told of its player, asked for when it is over. */

import { source } from '../backend';
import type { CountedGame, State } from '../messages';

export class Ended {
  counted: CountedGame | null = $state.raw(null);
  /** The level that fits now; null: not known, or the game could not count. */
  level: number | null = $state(null);

  constructor({ game, rules }: Pick<State, 'game' | 'rules'>) {
    // Without it the end is as good.
    this.ask(game, rules).catch(() => undefined);
  }

  private async ask(game: string, rules: string): Promise<void> {
    const found = await source.fetchCounted(game);
    this.counted = found;
    if (!found || found.reason === 'unrated') return;
    const mine = found.after ?? (await source.fetchStrengths()).find((one) => one.rules === rules);
    this.level = mine?.level ?? null;
  }
}
