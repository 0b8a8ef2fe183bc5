/** Games this device has a seat in or has looked at, with the tokens of the seats; kept in the browser. */

import type { State } from './messages';
import { keep, recallValue } from './storage';

export interface KnownGame {
  readonly id: string;
  readonly token: string | null;
  readonly invite: string | null;
  readonly rules: string;
  readonly way: 'screen' | 'engine' | 'friend' | 'watch';
  readonly status: State['status'];
  readonly winner: string | null;
}

const KEPT = 'stonefield.games';
const MOST = 60;

const write = (games: readonly KnownGame[]): void => keep(KEPT, JSON.stringify(games.slice(0, MOST)));

export const knownGames = (): KnownGame[] => recallValue(KEPT, []);
export const knownGame = (id: string): KnownGame | null => knownGames().find((g) => g.id === id) ?? null;
export const forgetGame = (id: string): void => write(knownGames().filter((g) => g.id !== id));

/** Put a game at the head of the list; tokens already known stay. */
export function rememberGame(state: State, token: string | null, invite: string | null = null): void {
  const before = knownGame(state.game);
  const game: KnownGame = {
    id: state.game,
    token: token ?? before?.token ?? null,
    invite: invite ?? before?.invite ?? null,
    rules: state.rules,
    way: wayOf(state),
    status: state.status,
    winner: state.outcome?.winner ?? null,
  };
  write([game, ...knownGames().filter((g) => g.id !== state.game)]);
}

export function wayOf(state: State): KnownGame['way'] {
  const kinds = state.seats.map((seat) => seat.kind);
  if (kinds.every((kind) => kind === 'engine')) return 'watch';
  if (kinds.includes('engine')) return 'engine';
  return state.you.seats.length === state.seats.length ? 'screen' : 'friend';
}
