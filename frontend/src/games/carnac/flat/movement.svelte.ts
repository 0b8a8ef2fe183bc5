/** What moves in the flat picture: a stone that is set down or falls, from one drawing to the next. */

import { Motion } from '../../../board/motion';
import { SET_MS, settling } from '../../../board/pace';
import type { Direction } from '../../../board/squares';
import { fallBetween, formOf, type Form } from '../forms';
import type { Stone } from '../things';
import { FALL_MS, toppling } from '../toppling';

export interface Movement {
  readonly stone: Stone;
  /** As it stood before it fell; null for a stone that is set down. */
  readonly fall: { readonly from: Form; readonly direction: Direction } | null;
}

/** The movement that leads from some stones to others, or null where none does. */
export function movementTo(before: readonly Stone[], after: readonly Stone[]): Movement | null {
  const stone = after[after.length - 1];
  if (!stone) return null;
  if (after.length === before.length + 1) return stone.squares.length === 1 ? { stone, fall: null } : null;
  const stood = before[after.length - 1];
  if (after.length !== before.length || !stood) return null;
  const from = formOf(stood);
  const direction = fallBetween(from, stone);
  return direction && { stone, fall: { from, direction } };
}

export class Movements {
  now: Movement | null = $state.raw(null);
  /** How far it has come: 0 at the start, 1 at rest. */
  progress = $state(1);
  private stones: readonly Stone[] | null = null;
  private readonly motion = new Motion();

  follow(stones: readonly Stone[], animate: boolean): void {
    const before = this.stones;
    if (stones === before) return;
    this.stones = stones;
    this.stop();
    const movement = before && animate ? movementTo(before, stones) : null;
    if (movement) this.run(movement);
  }

  private run(movement: Movement): void {
    const [duration, pace] = movement.fall ? [FALL_MS, toppling] : [SET_MS, settling];
    this.now = movement;
    this.progress = 0;
    this.motion.run(
      duration,
      (u) => (this.progress = pace(u)),
      () => this.stop(),
    );
  }

  stop(): void {
    this.motion.stop();
    this.now = null;
    this.progress = 1;
  }
}
