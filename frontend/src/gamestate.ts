/** How messages change what the page knows of a game. */

import type { State, StudyTurn, TurnView, Update } from './messages';

/** The state after an update, or null when the update does not follow on it: then the server must be asked. */
export function applied(state: State, update: Update): State | null {
  if (update.since !== state.version) return null;
  const { type, since, changes, keep, moves, ...present } = update;
  return { ...state, ...present, moves: [...state.moves.slice(0, keep), ...moves] };
}

/** Who decides in a position, by seat. */
export const seated = (turn: StudyTurn | null): TurnView | null =>
  turn && { colour: turn.colour, phase: turn.phase, seat: turn.seat };

/** Milliseconds left on a seat's clock, `since` milliseconds after the state arrived. */
export function timeLeft(state: State, seat: number, since: number): number | null {
  const { clock } = state;
  const left = clock?.remaining_ms[seat];
  if (!clock || left === undefined) return null;
  return Math.max(0, clock.running === seat ? left - since : left);
}

/** A clock's face: minutes and seconds, with tenths in the last ten seconds. */
export function clockFace(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.floor(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (n: number) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How many quarters the board is turned for a viewer: each player sits at their own side. */
export function homeQuarter(state: State, turning: boolean): number {
  const { you, seats, turn } = state;
  const alone = you.seats.length === 1 ? seats[you.seats[0] as number] : undefined;
  const seat = alone ?? (turning && you.seats.length > 1 && turn ? seats[turn.seat] : undefined);
  if (!seat) return 0;
  if (seats.length === 4) return seat.seat;
  // The game's first colour has its home at the south, the second at the north.
  return Object.keys(state.letters).indexOf(seat.colour) === 1 ? 2 : 0;
}
