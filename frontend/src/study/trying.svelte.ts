/** Looking for something better than a mistake: what was tried, and the help that was asked for. */

import { newId } from '../ids';
import type { StudyClientMessage, StudyHint, Tried } from '../messages';
import type { Mistake } from './review.svelte';

export class Trying {
  mistake: Mistake | null = $state.raw(null);
  /** What came of the last try. */
  tried: Tried | null = $state.raw(null);
  hint: StudyHint | null = $state.raw(null);
  /** Something has been asked of the engine. */
  thinking = $state(false);
  private asked = '';

  constructor(
    private readonly chapter: number,
    private readonly send: (message: StudyClientMessage) => void,
  ) {}

  get solved(): boolean {
    return this.tried?.right ?? false;
  }

  start(mistake: Mistake): void {
    this.stop();
    this.mistake = mistake;
  }

  stop(): void {
    if (this.thinking) this.send({ type: 'cancel', id: this.asked });
    this.mistake = this.tried = this.hint = null;
    this.thinking = false;
  }

  attempt(text: string): void {
    if (!this.mistake) return;
    const { chapter } = this;
    this.send({ type: 'try', id: this.ask(), chapter, node: this.mistake.before, text });
  }

  /** The next step of help: what kind of decision, where, which. */
  help(): void {
    if (!this.mistake) return;
    const { chapter } = this;
    const step = Math.min(3, (this.hint?.step ?? 0) + 1);
    this.send({ type: 'hint', id: this.ask(), chapter, node: this.mistake.before, step });
  }

  receive(message: Tried | StudyHint): void {
    if (message.id !== this.asked) return;
    this.thinking = false;
    if (message.type === 'tried') this.tried = message;
    else this.hint = message;
  }

  refused(id: string | null): void {
    if (id === this.asked) this.thinking = false;
  }

  private ask(): string {
    this.asked = `try-${newId()}`;
    this.tried = null;
    this.thinking = true;
    return this.asked;
  }
}
