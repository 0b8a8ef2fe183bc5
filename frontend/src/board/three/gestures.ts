/** Pointers on the canvas: one drags, two pinch, a short press chooses, the wheel zooms; a finger draws what it holds. */

export interface Handlers {
  /** Null when the pointer has left. */
  hover: (x: number | null, y: number | null) => void;
  choose: (x: number, y: number) => void;
  orbit: (dx: number, dy: number) => void;
  /** The point that what is in hand stands on, where a finger touches it. */
  grip: (x: number, y: number) => readonly [x: number, y: number] | null;
  /** What is in hand is to stand there now. */
  carry: (x: number, y: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
  /** Whether a press draws, and then where it begins, goes on and ends. */
  draws: (event: PointerEvent) => boolean;
  begin: (x: number, y: number, event: PointerEvent) => void;
  draw: (x: number, y: number) => void;
  end: () => void;
  drop: () => void;
}

interface Pointer {
  x: number;
  y: number;
  readonly startX: number;
  readonly startY: number;
  /** From the finger to the foot of what it holds. */
  hold: readonly [dx: number, dy: number] | null;
}

/** A press that moves less than this is a click. */
const SLACK = 7;

export class Gestures {
  private readonly pointers = new Map<number, Pointer>();
  private dragging = false;
  private drawing = false;
  private readonly stop = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly handlers: Handlers,
  ) {
    const { signal } = this.stop;
    canvas.addEventListener('pointerdown', (e) => this.down(e), { signal });
    canvas.addEventListener('pointermove', (e) => this.move(e), { signal });
    canvas.addEventListener('pointerup', (e) => this.up(e), { signal });
    canvas.addEventListener('pointercancel', (e) => this.drop(e), { signal });
    canvas.addEventListener('pointerleave', () => handlers.hover(null, null), { signal });
    canvas.addEventListener('wheel', (e) => this.wheel(e), { signal, passive: false });
    canvas.addEventListener('contextmenu', (e) => e.preventDefault(), { signal });
  }

  release(): void {
    this.stop.abort();
  }

  private at(event: MouseEvent): [number, number] {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private down(event: PointerEvent): void {
    const [x, y] = this.at(event);
    // A mouse has what is in hand under it all the time: its drags turn the board.
    const grip = event.pointerType === 'mouse' ? null : this.handlers.grip(x, y);
    const hold = grip && ([grip[0] - x, grip[1] - y] as const);
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y, hold });
    this.canvas.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      this.dragging = true;
      if (this.drawing) this.handlers.drop();
      this.drawing = false;
      for (const pointer of this.pointers.values()) pointer.hold = null;
    } else if (this.handlers.draws(event)) {
      this.drawing = true;
      this.handlers.begin(x, y, event);
    }
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.at(event);
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType === 'mouse') this.handlers.hover(x, y);
      return;
    }
    if (this.drawing) return this.handlers.draw(x, y);
    const [dx, dy] = [x - pointer.x, y - pointer.y];
    if (!this.dragging && Math.hypot(x - pointer.startX, y - pointer.startY) < SLACK) return;
    if (this.pointers.size === 1) {
      this.dragging = true;
      if (pointer.hold) this.handlers.carry(x + pointer.hold[0], y + pointer.hold[1]);
      else this.turn(dx, dy);
    } else {
      this.pinch(pointer, x, y);
    }
    pointer.x = x;
    pointer.y = y;
  }

  private turn(dx: number, dy: number): void {
    this.handlers.hover(null, null);
    this.handlers.orbit(dx, dy);
  }

  private pinch(moved: Pointer, x: number, y: number): void {
    const other = [...this.pointers.values()].find((p) => p !== moved);
    if (!other) return;
    const before = Math.hypot(moved.x - other.x, moved.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    if (before > 0) this.handlers.zoom(after / before, (x + other.x) / 2, (y + other.y) / 2);
  }

  private up(event: PointerEvent): void {
    if (this.drawing) {
      this.handlers.end();
    } else if (this.pointers.has(event.pointerId) && !this.dragging && event.button === 0) {
      this.handlers.choose(...this.at(event));
    }
    this.drop(event);
  }

  private drop(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (event.type === 'pointercancel' && this.drawing) this.handlers.drop();
    this.drawing = false;
    if (this.pointers.size === 0) this.dragging = false;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.handlers.zoom(Math.exp(-event.deltaY * 0.0015), ...this.at(event));
  }
}
