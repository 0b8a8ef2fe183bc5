/** How far the course has been done; kept in this browser. */

import { keep, recallValue } from '../storage';

const KEPT = 'stonefield.course';

/** The steps of each lesson that have been done, by the lesson's id. */
type Done = Readonly<Record<string, number>>;

class Progress {
  private steps: Done = $state.raw(recallValue<Done>(KEPT, {}));

  /** How many steps of a lesson have been done, one after the other. */
  of(lesson: string): number {
    return this.steps[lesson] ?? 0;
  }

  /** A step has been done; those before it stay done whatever is played again. */
  note(lesson: string, steps: number): void {
    if (steps <= this.of(lesson)) return;
    this.steps = { ...this.steps, [lesson]: steps };
    keep(KEPT, JSON.stringify(this.steps));
  }
}

export const progress = new Progress();
