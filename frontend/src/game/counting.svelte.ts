/** The end, counted step by step: the board shows what has been counted, and what stands beside it can follow. */

import type { Moment } from '../board/moments';

/** What is counted at the end of a game. */
export interface Tally {
  readonly steps: number;
  /** From one step to the next. */
  readonly milliseconds: number;
  /** What each step sounds like, where the board itself does not say it. */
  readonly moment?: Moment;
}

/** So long the last move is seen before the counting begins. */
const BREATH_MS = 1100;

export class Counting {
  /** How many steps have been counted; infinite while nothing is being counted. */
  counted = $state(Infinity);
  moment: Moment | null = $state(null);
  private timer = 0;

  get running(): boolean {
    return this.counted !== Infinity;
  }

  start({ steps, milliseconds, moment }: Tally): void {
    this.stop();
    if (!steps) return;
    this.counted = 0;
    this.moment = moment ?? null;
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
