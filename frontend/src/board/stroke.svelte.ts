/** A hand that draws on the board: with the right button, with the pencil switched on, or by keys. */

import { drawn, inkOf, UNANNOTATED, type Annotations, type Arrow, type Ink, type Pen } from './annotations';
import type { Square } from './squares';

export class Stroke {
  /** The ink of the pencil; while it is on, every pointer draws. */
  pencil: Ink | null = $state(null);
  /** What would be drawn if the pointer were lifted now; from a square to itself it is a circle. */
  draft: Arrow | null = $state.raw(null);
  private ink: Ink = 'green';

  constructor(private readonly pen: () => Pen | undefined) {}

  /** Whether there is a pen that takes what is drawn. */
  get able(): boolean {
    return this.pen() !== undefined;
  }

  /** Whether a press of this pointer draws. */
  takes({ button }: Pick<PointerEvent, 'button'>): boolean {
    return this.able && (button === 2 || (button === 0 && this.pencil !== null));
  }

  begin(square: Square | null, event: Parameters<typeof inkOf>[0]): void {
    this.ink = this.pencil ?? inkOf(event);
    this.draft = square === null ? null : { from: square, to: square, ink: this.ink };
  }

  /** Beside the board the stroke stays where it was. */
  over(square: Square | null): void {
    if (this.draft && square && square !== this.draft.to) this.draft = { ...this.draft, to: square };
  }

  end(): void {
    const { draft } = this;
    this.draft = null;
    if (draft) this.pen()?.draw(draft.from, draft.to, this.ink);
  }

  drop(): void {
    this.draft = null;
  }

  /** `x` circles a square; with Shift it begins an arrow there, or ends the one that has begun. */
  key(key: string, square: Square): boolean {
    if (!this.able || (key !== 'x' && key !== 'X')) return false;
    this.ink = this.pencil ?? 'green';
    if (key === 'x') this.pen()?.draw(square, square, this.ink);
    else if (!this.draft) this.draft = { from: square, to: square, ink: this.ink };
    else {
      this.over(square);
      if (this.draft.from === square) this.drop();
      else this.end();
    }
    return true;
  }

  /** What is on the board, and what is being drawn on it. */
  with({ arrows = [], circles = [] }: Partial<Annotations>): Annotations {
    const { draft } = this;
    if (!draft) return { arrows, circles };
    return draft.from === draft.to
      ? { arrows, circles: [...circles, { square: draft.from, ink: draft.ink }] }
      : { circles, arrows: [...arrows, draft] };
  }
}

/** Drawings for the viewer alone, until the board changes. */
export class Sketch implements Pen {
  now: Annotations = $state.raw(UNANNOTATED);

  draw(from: Square, to: Square, ink: Ink): void {
    this.now = drawn(this.now, from, to, ink);
  }

  wipe(): void {
    this.now = UNANNOTATED;
  }
}
