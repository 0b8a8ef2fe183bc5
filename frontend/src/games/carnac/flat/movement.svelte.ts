/** What moves in the flat picture: a stone that is set down or falls, from one drawing to the next. */

import type { BoardEvent } from '../../../board/events';
import { Motion } from '../../../board/motion';
import { dropping, LANDS, once, SET_MS } from '../../../board/pace';
import { movementTo, type Movement } from '../forms';
import type { Stone } from '../things';
import { FALL_MS, toppling } from '../toppling';

export class Movements {
  now: Movement | null = $state.raw(null);
  /** How far it has come: 0 at the start, 1 at rest. */
  progress = $state(1);
  /** The stones of now have come about by a move, not by looking back. */
  forward = false;
  private stones: readonly Stone[] | null = null;
  private readonly motion = new Motion();

  constructor(private readonly happened: (event: BoardEvent) => void) {}

  follow(stones: readonly Stone[], animate: boolean): void {
    const before = this.stones;
    if (stones === before) return;
    this.stones = stones;
    this.stop();
    const movement = before && movementTo(before, stones);
    this.forward = movement !== null;
    if (movement) this.run(movement, animate);
  }

  private run(movement: Movement, animate: boolean): void {
    const landing = once(LANDS, () => this.happened(movement.fall ? 'fall' : 'set'));
    if (!animate) return landing(1);
    const [duration, pace] = movement.fall ? [FALL_MS, toppling] : [SET_MS, (u: number) => 1 - dropping(u)];
    this.now = movement;
    this.progress = 0;
    this.motion.run(
      duration,
      (u) => {
        this.progress = pace(u);
        landing(u);
      },
      () => this.stop(),
    );
  }

  stop(): void {
    this.motion.stop();
    this.now = null;
    this.progress = 1;
  }
}
