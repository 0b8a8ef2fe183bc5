/** Movements over time, drawn only while something moves. */

export class Motion {
  private running = new Set<(time: number) => boolean>();
  private frame = 0;

  constructor(private readonly draw: () => void) {}

  get busy(): boolean {
    return this.running.size > 0;
  }

  /** Call `step` with 0..1 for so many milliseconds; 0 jumps to the end. */
  run(milliseconds: number, step: (u: number) => void, done: () => void = () => undefined): () => void {
    if (milliseconds <= 0) {
      step(1);
      done();
      this.draw();
      return () => undefined;
    }
    let start: number | null = null;
    const tick = (time: number): boolean => {
      start ??= time;
      const u = Math.min(1, (time - start) / milliseconds);
      step(u);
      if (u < 1) return false;
      done();
      return true;
    };
    this.running.add(tick);
    this.frame ||= requestAnimationFrame(this.advance);
    return () => this.running.delete(tick);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.running.clear();
  }

  private readonly advance = (time: number): void => {
    this.frame = 0;
    for (const tick of [...this.running]) if (tick(time)) this.running.delete(tick);
    this.draw();
    if (this.running.size) this.frame ||= requestAnimationFrame(this.advance);
  };
}

/** A fall that gathers speed and comes to rest with two small rebounds. */
export function toppling(u: number): number {
  if (u < 0.72) return (u / 0.72) ** 2.5;
  const v = (u - 0.72) / 0.28;
  return 1 - Math.abs(Math.sin(v * Math.PI * 2)) * 0.03 * (1 - v);
}

/** Set down: slow at both ends, with more haste in the middle. */
export const settling = (u: number): number => 1 - (1 - u) ** 3;
