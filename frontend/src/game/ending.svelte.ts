/** The end of a game, counted before the eyes: one after the other, what has decided it. */

/** So long the last move is seen before the counting begins. */
const REST_MS = 1400;
const STEP_MS = 420;

export class Ending {
  /** How many of the things that count have been counted; without a limit when the counting is over. */
  counted = $state(Infinity);
  private timer = 0;

  get counting(): boolean {
    return this.counted !== Infinity;
  }

  begin(things: number): void {
    this.finish();
    if (things < 1) return;
    this.counted = 0;
    const next = () => {
      if (this.counted >= things) return this.finish();
      this.counted += 1;
      this.timer = window.setTimeout(next, STEP_MS);
    };
    this.timer = window.setTimeout(next, REST_MS);
  }

  finish(): void {
    clearTimeout(this.timer);
    this.counted = Infinity;
  }
}
