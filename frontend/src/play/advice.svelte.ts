/** What the engine says when it is asked: a hint; and whether it is to judge the game as it goes on. */

import { newId } from '../ids';
import type { ClientMessage, Hint } from '../messages';
import type { Line } from '../source';

export class Advice {
  hint: Hint | null = $state.raw(null);
  thinking = $state(false);
  /** The game counts for the player's strength; with a hint it would not. */
  counts = $state(false);
  /** The player wants a hint, and reads first what it costs. */
  warning = $state(false);
  private asked: string | null = null;
  private watching = false;

  constructor(private readonly line: () => Pick<Line<ClientMessage, never>, 'ask' | 'cancel' | 'send'>) {}

  /** A hint is wanted: in a game that counts, only after a word about that. */
  want(): void {
    this.drop();
    if (this.counts) this.warning = true;
    else this.ask();
  }

  /** Whether the game counts has become known. */
  learn(counts: boolean): void {
    this.counts = counts;
    if (!counts && this.warning) this.ask();
  }

  ask(): void {
    this.drop();
    this.counts = false;
    this.asked = `hint-${newId()}`;
    this.thinking = true;
    this.line().ask({ type: 'hint', id: this.asked });
  }

  /** What was asked or said is of no use any more: the position has changed, or the player has read it. */
  drop(): void {
    if (this.asked && this.thinking) this.line().cancel(this.asked);
    this.asked = null;
    this.thinking = this.warning = false;
    this.hint = null;
  }

  receive(message: Hint): void {
    if (message.id !== this.asked) return;
    this.thinking = false;
    this.hint = message;
  }

  /** True if a refusal was meant for the hint. */
  refused(id: string | null): boolean {
    if (!id?.startsWith('hint-')) return false;
    if (id !== this.asked) return true;
    this.thinking = false;
    this.drop();
    return true;
  }

  watch(on: boolean, ply: number | null): void {
    if (!on && !this.watching) return;
    this.watching = on;
    this.line().send({ type: 'winrate', on, ...(ply === null ? {} : { ply }) });
  }
}
