/** Games this device has a seat in or has looked at, with the tokens of the seats; kept in the browser. */

import type { MyGame, SeatView, State } from '../messages';
import { keep, recallValue } from '../storage';

export type KnownWay = 'screen' | 'engine' | 'friend' | 'watch';
export type KnownSeat = Pick<SeatView, 'seat' | 'kind' | 'name' | 'level' | 'colour'>;

export interface KnownGame {
  readonly id: string;
  readonly token: string | null;
  readonly invite: string | null;
  readonly rules: string;
  readonly way: KnownWay;
  readonly status: State['status'];
  readonly winner: string | null;
  readonly reason: string | null;
  readonly seats: readonly KnownSeat[];
  /** The seats of this device. */
  readonly mine: readonly number[];
  /** Whether this device may decide. */
  readonly turn: boolean;
  /** When it was made, in milliseconds since 1970; 0 where that is not known. */
  readonly created: number;
  readonly plies: number;
  /** What was counted at the end, by colour. */
  readonly counts: Readonly<Record<string, number>>;
  /** The server does not know it any more. */
  readonly gone: boolean;
  /** How it ended for this person, where only the account knows the game. */
  readonly result?: MyGame['result'];
  /** Where its players need not be there at the same time. */
  readonly slow?: KnownSlow | null;
  /** Known from the account alone: this browser has no part in it. */
  readonly elsewhere?: true;
}

export interface KnownSlow {
  /** The time that was left at a moment for who decides; null: no clock. */
  readonly left: number | null;
  readonly at: number;
  /** The other player offers a rematch. */
  readonly rematch: boolean;
}

const KEPT = 'stonefield.games';
const MOST = 60;

/** What earlier versions of the page have not written down. */
const UNKNOWN = {
  reason: null,
  seats: [],
  mine: [],
  turn: false,
  created: 0,
  plies: 0,
  counts: {},
  gone: false,
};

const write = (games: readonly KnownGame[]): void => keep(KEPT, JSON.stringify(games.slice(0, MOST)));

export const knownGames = (): KnownGame[] =>
  recallValue<KnownGame[]>(KEPT, []).map((game) => ({ ...UNKNOWN, ...game }));
export const knownGame = (id: string): KnownGame | null => knownGames().find((g) => g.id === id) ?? null;
export const forgetGames = (): void => write([]);
export const forgetGame = (id: string): void => write(knownGames().filter((g) => g.id !== id));

/** Put a game at the head of the list; tokens already known stay. */
export function rememberGame(state: State, token: string | null, invite: string | null = null): void {
  const before = knownGame(state.game);
  const game = {
    ...knownFrom(state),
    token: token ?? before?.token ?? null,
    invite: invite ?? before?.invite ?? null,
  };
  write([game, ...knownGames().filter((g) => g.id !== state.game)]);
}

/** Write down how a game of the list stands now, in its place; null when the server has it no longer. */
export function updateGame(id: string, state: State | null): void {
  write(
    knownGames().map((game) => {
      if (game.id !== id) return game;
      return state ? { ...game, ...knownFrom(state) } : { ...game, gone: true, turn: false };
    }),
  );
}

function knownFrom(state: State): Omit<KnownGame, 'token' | 'invite'> {
  return {
    id: state.game,
    rules: state.rules,
    way: wayOf(state),
    status: state.status,
    winner: state.outcome?.winner ?? null,
    reason: state.outcome?.reason ?? null,
    seats: state.seats.map(({ seat, kind, name, level, colour }) => ({ seat, kind, name, level, colour })),
    mine: state.you.seats,
    turn: state.status === 'playing' && state.may.move,
    created: state.created,
    plies: state.moves.length,
    counts: state.score?.counts ?? {},
    gone: false,
    slow: slowFrom(state),
  };
}

function slowFrom(state: State): KnownSlow | null {
  if (!isSlow(state) || state.you.role !== 'player') return null;
  const left = state.clock?.remaining_ms[state.turn?.seat ?? -1] ?? null;
  return { left, at: Date.now(), rematch: state.may.answer.includes('rematch') };
}

/** A game of the account that was played in another browser. */
export function knownFromAccount(game: MyGame): KnownGame {
  const seats = game.seats.map(({ kind, name, level }, seat) => ({ seat, kind, name, level, colour: '' }));
  const mine = game.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
  const waiting = seats.some(({ kind }) => kind === 'open');
  return {
    ...UNKNOWN,
    id: game.game,
    token: null,
    invite: null,
    rules: game.rules,
    way: wayOf({ seats, you: { seats: mine } }),
    status: game.ended !== null ? 'over' : waiting ? 'waiting' : 'playing',
    winner: null,
    seats,
    mine,
    turn: game.my_turn && game.ended === null,
    created: game.created,
    result: game.result,
    elsewhere: true,
  };
}

/** Who plays, and who of them here. */
interface Table {
  readonly seats: readonly Pick<KnownSeat, 'kind'>[];
  readonly you: Pick<State['you'], 'seats'>;
}

/** Whether people play each other who need not be there at the same time. */
export const isSlow = ({ seats, you, clock }: Pick<State, 'seats' | 'you' | 'clock'>): boolean =>
  seats.every(({ kind }) => kind !== 'engine') &&
  seats.some(({ seat }) => !you.seats.includes(seat)) &&
  (clock === null || clock.correspondence !== undefined);

export function wayOf(state: Table): KnownWay {
  const kinds = state.seats.map((seat) => seat.kind);
  if (kinds.every((kind) => kind === 'engine')) return 'watch';
  if (kinds.includes('engine')) return 'engine';
  return state.you.seats.length === state.seats.length ? 'screen' : 'friend';
}
