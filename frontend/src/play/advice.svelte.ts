/** What the engine says when it is asked: a hint, and the chances of both sides. */

import { newId } from '../ids';
import type { ClientMessage, Hint, WinRate } from '../messages';

export class Advice {
  hint: Hint | null = $state.raw(null);
  thinking = $state(false);
  chances: WinRate | null = $state.raw(null);
  private asked: string | null = null;
  /** An opinion of a position that is not on the screen yet. */
  private early: WinRate | null = null;
  private watching = false;

  constructor(private readonly send: (message: ClientMessage) => void) {}

  ask(ply: number | null): void {
    this.drop();
    this.asked = `hint-${newId()}`;
    this.thinking = true;
    this.send({ type: 'hint', id: this.asked, ...(ply === null ? {} : { ply }) });
  }

  cancel(): void {
    if (this.asked && this.thinking) this.send({ type: 'cancel', id: this.asked });
    this.drop();
  }

  /** The position has changed, so what was said is of no use any more. */
  drop(): void {
    this.asked = null;
    this.thinking = false;
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
    if (id === this.asked) this.drop();
    return true;
  }

  /** An opinion has come; it waits until its position is on the screen. */
  rated(opinion: WinRate, version: number): void {
    if (opinion.version > version) this.early = opinion;
    else this.chances = opinion;
  }

  /** The game is shown as it was at this version. */
  shown(version: number): void {
    if (!this.early || this.early.version > version) return;
    this.chances = this.early;
    this.early = null;
  }

  watch(on: boolean, ply: number | null): void {
    if (!on && !this.watching) return;
    this.watching = on;
    if (!on) this.chances = this.early = null;
    this.send({ type: 'winrate', on, ...(ply === null ? {} : { ply }) });
  }
}
