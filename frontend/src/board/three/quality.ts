/** How much is drawn: less when frames come slowly, and never more again, so that nothing flickers. */

export interface Finish {
  /** The most pixels drawn for one of the page's. */
  readonly pixels: number;
  readonly shadows: boolean;
}

export const FINISHES: readonly Finish[] = [
  { pixels: 2, shadows: true },
  { pixels: 1.25, shadows: true },
  { pixels: 1, shadows: false },
];

/** How many frames in a row are judged together, by the middle one: a single late frame means nothing. */
const FRAMES = 24;
const SLOW_MS = 30;

export class Quality {
  private level = 0;
  private spans: number[] = [];
  private last: number | null = null;

  get finish(): Finish {
    return FINISHES[this.level] as Finish;
  }

  /** A frame of a movement was drawn at this time; true if less is to be drawn from now on. */
  frame(time: number): boolean {
    if (this.last !== null) this.spans.push(time - this.last);
    this.last = time;
    if (this.spans.length < FRAMES) return false;
    const middle = this.spans.sort((a, b) => a - b)[FRAMES / 2] as number;
    this.spans = [];
    if (middle <= SLOW_MS || this.level + 1 >= FINISHES.length) return false;
    this.level += 1;
    return true;
  }

  /** Nothing moves: the time until the next frame says nothing. */
  rest(): void {
    this.last = null;
  }
}

/** What this machine can do, for as long as the page is open. */
export const quality = new Quality();
