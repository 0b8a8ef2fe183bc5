/** Learning from mistakes: one after the other, until none is left. */

import type { Mistake } from './review.svelte';

export class Lesson {
  private mistakes: readonly Mistake[] = $state.raw([]);
  /** Those that were left for later. */
  rest: readonly Mistake[] = $state.raw([]);
  /** How many have been asked, the one on the board among them. */
  asked = $state(0);
  /** How many the learner has found without being told. */
  found = $state(0);
  /** Nothing is left, and the learner is still here. */
  over = $state(false);

  readonly count = $derived.by(() => this.mistakes.length);
  readonly running = $derived.by(() => this.count > 0 && !this.over);

  start(mistakes: readonly Mistake[], rest: readonly Mistake[]): void {
    this.mistakes = mistakes;
    this.rest = rest;
    this.asked = this.found = 0;
    this.over = false;
  }

  /** The next one; null at the end, which is then reached. */
  next(found: boolean): Mistake | null {
    if (found) this.found++;
    const mistake = this.mistakes[this.asked] ?? null;
    if (mistake) this.asked++;
    else this.over = true;
    return mistake;
  }

  stop(): void {
    this.mistakes = this.rest = [];
    this.over = false;
  }
}
