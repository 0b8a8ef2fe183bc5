/** Changes on their way to the screen: those that come in quick succession are shown one after the other. */

import type { State, Update } from '../messages';
import { settings } from '../settings.svelte';

/** How long a move is seen before the next one is shown; a backlog is shown faster. */
const PACE_MS = 750;
/** The screen never stays further behind than so many changes. */
const MOST_BEHIND = 3;

export class Inbox {
  private waiting: (State | Update)[] = [];
  private lastMoved = -PACE_MS;
  private timer = 0;

  constructor(private readonly show: (message: State | Update) => void) {}

  add(message: State | Update): void {
    this.waiting.push(message);
    // What was waiting has to hurry now.
    this.close();
    this.showNext();
  }

  /** A move has just been shown. */
  moved(): void {
    this.lastMoved = performance.now();
  }

  /** What is waiting is of no use any more. */
  clear(): void {
    this.waiting = [];
  }

  /** Show at once whatever is waiting. */
  catchUp(): void {
    this.close();
    while (this.waiting.length) this.show(this.waiting.shift() as State | Update);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private showNext(): void {
    if (!this.waiting.length) return;
    const behind = this.waiting.length;
    const paced = settings.motion && !document.hidden && behind <= MOST_BEHIND;
    const early = this.lastMoved + PACE_MS / behind - performance.now();
    if (paced && early > 0 && this.waiting[0]?.type === 'update') {
      this.timer = window.setTimeout(() => this.showNext(), early);
      return;
    }
    this.show(this.waiting.shift() as State | Update);
    this.showNext();
  }
}
