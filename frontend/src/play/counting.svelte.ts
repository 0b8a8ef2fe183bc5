/** The end, counted step by step: the board shows what has been counted, and what stands beside it can follow. */

import type { BoardEvent } from '../board/events';
import type { Tally } from '../games/game';

/** How long the last move is seen before the counting begins. */
const BREATH_MS = 1100;

export class Counting {
  /** How many steps have been counted; infinite while nothing is being counted. */
  counted = $state(Infinity);
  event: BoardEvent | null = $state(null);
  private timer = 0;

  get running(): boolean {
    return this.counted !== Infinity;
  }

  start({ steps, milliseconds, event }: Tally): void {
    this.stop();
    if (!steps) return;
    this.counted = 0;
    this.event = event ?? null;
    const next = () => {
      if (this.counted >= steps) return this.stop();
      this.counted += 1;
      this.timer = window.setTimeout(next, milliseconds);
    };
    this.timer = window.setTimeout(next, BREATH_MS);
  }

  /** Everything is counted. */
  stop(): void {
    clearTimeout(this.timer);
    this.counted = Infinity;
  }
}
