/** Looking for something better than a mistake: what was tried, and the help that was asked for. */

import { newId } from '../ids';
import type { StudyClientMessage, StudyHint, Tried } from '../messages';
import type { Line } from '../source';
import type { Mistake } from './review.svelte';

/** The last step of help says which decision it is. */
const LAST_STEP = 3;

export class Trying {
  mistake: Mistake | null = $state.raw(null);
  /** What came of the last try. */
  tried: Tried | null = $state.raw(null);
  hint: StudyHint | null = $state.raw(null);
  /** The answer has been asked for, and is shown. */
  shown = $state(false);
  /** Something has been asked of the engine. */
  thinking = $state(false);
  private asked = '';

  constructor(
    private readonly chapter: number,
    private readonly line: Pick<Line<StudyClientMessage, never>, 'ask' | 'cancel'>,
  ) {}

  get solved(): boolean {
    return this.tried?.right ?? false;
  }

  /** Solved without having been told. */
  get found(): boolean {
    return this.solved && this.hint?.step !== LAST_STEP;
  }

  /** What lies over the board as advice: as much as the learner has asked for. */
  get advice(): { text: string | null; squares: readonly string[] } {
    const { mistake, shown, hint } = this;
    if (mistake && shown) {
      return { text: mistake.decision.best[0] ?? null, squares: mistake.decision.best_squares };
    }
    return { text: hint?.text ?? null, squares: hint?.squares ?? [] };
  }

  start(mistake: Mistake): void {
    this.stop();
    this.mistake = mistake;
  }

  stop(): void {
    this.hush();
    this.mistake = this.tried = this.hint = null;
    this.shown = false;
  }

  attempt(text: string): void {
    if (!this.mistake) return;
    const { chapter } = this;
    this.line.ask({ type: 'try', id: this.newQuestion(), chapter, node: this.mistake.before, text });
  }

  /** The next step of help: what kind of decision, where, which. */
  help(): void {
    if (!this.mistake) return;
    const { chapter } = this;
    const step = Math.min(LAST_STEP, (this.hint?.step ?? 0) + 1);
    this.line.ask({ type: 'hint', id: this.newQuestion(), chapter, node: this.mistake.before, step });
  }

  /** Enough tried: show what was better. */
  reveal(): void {
    this.hush();
    this.tried = this.hint = null;
    this.shown = true;
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

  private newQuestion(): string {
    this.asked = `try-${newId()}`;
    this.tried = null;
    this.thinking = true;
    return this.asked;
  }

  /** An answer that is on its way is not waited for. */
  private hush(): void {
    if (this.thinking) this.line.cancel(this.asked);
    this.thinking = false;
    this.asked = '';
  }
}
