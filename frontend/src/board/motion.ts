/** Movements over time, drawn only while something moves. */

export class Motion {
  private running = new Set<(time: number) => boolean>();
  private frame = 0;

  constructor(private readonly draw: () => void = () => undefined) {}

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

  get busy(): boolean {
    return this.running.size > 0;
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
