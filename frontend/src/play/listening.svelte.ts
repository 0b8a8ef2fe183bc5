/** What is heard of a game beside the board: that it is your turn, that time runs out, that it is over. */

import { untrack } from 'svelte';
import { timeLeft } from '../gamestate';
import type { State } from '../messages';
import { hear } from '../sound';
import type { GameController } from './controller.svelte';

/** From here on every second is heard. */
const LOW_MS = 10_000;
const LOOK_MS = 200;

/** Whether the viewer plays one side and has to decide. */
const called = ({ status, you, turn }: State): boolean =>
  status === 'playing' && you.seats.length === 1 && turn?.seat === you.seats[0];

/** The whole seconds left to the viewer, where they are few and run; else null. */
export function lastSeconds(state: State, since: number): number | null {
  if (!called(state) || state.clock?.running !== state.you.seats[0]) return null;
  const left = timeLeft(state, state.you.seats[0] as number, since);
  return left !== null && left > 0 && left <= LOW_MS ? Math.ceil(left / 1000) : null;
}

/** What is to be heard when one state follows another. */
export function heardBetween(before: State, after: State): 'turn' | 'end' | null {
  if (before.status === 'playing' && after.status === 'over') return 'end';
  return called(after) && !called(before) ? 'turn' : null;
}

/** Listen to a game for as long as the component that calls this is there. */
export function listen(controller: () => GameController): void {
  let before = untrack(() => controller().state);
  $effect(() => {
    const { state } = controller();
    const sound = before.game === state.game ? heardBetween(before, state) : null;
    before = state;
    if (sound) hear(sound);
  });

  $effect(() => {
    const { state, arrived } = controller();
    if (!called(state) || !state.clock) return;
    let last: number | null = null;
    const timer = setInterval(() => {
      const seconds = lastSeconds(state, performance.now() - arrived);
      if (seconds !== null && last !== null && seconds !== last) hear('tick');
      last = seconds ?? last;
    }, LOOK_MS);
    return () => clearInterval(timer);
  });

  $effect(() => {
    const { counted, event } = controller().counting;
    if (event && counted > 0 && counted < Infinity) hear(event);
  });
}
