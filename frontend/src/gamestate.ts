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

/** What a clock shows: the time left, and for how long it still waits for a player without a connection. */
export interface ClockFace {
  readonly left: number;
  readonly waits: number;
}

/**
 * A seat's clock `since` milliseconds after the state arrived; `lost` milliseconds after that the player's own
 * connection broke, which the server cannot tell them.
 */
export function clockAt(
  { clock }: State,
  seat: number,
  since: number,
  lost: number | null = null,
): ClockFace | null {
  const left = clock?.remaining_ms[seat];
  if (!clock || left === undefined) return null;
  if (clock.running !== seat) return { left, waits: 0 };
  const gone = clock.away.includes(seat) ? 0 : Math.min(since, lost ?? since);
  const grace = clock.grace_ms[seat] ?? 0;
  const waited = Math.min(grace, since - gone);
  const without = clock.away.includes(seat) || lost !== null;
  return { left: Math.max(0, left - (since - waited)), waits: without ? grace - waited : 0 };
}

/** Milliseconds left on a seat's clock, `since` milliseconds after the state arrived. */
export const timeLeft = (state: State, seat: number, since: number): number | null =>
  clockAt(state, seat, since)?.left ?? null;

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
