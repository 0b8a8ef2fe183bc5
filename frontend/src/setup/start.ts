/** Making a game and going to it. */

import { createGame, importRecord } from '../api';
import { catalogue } from '../catalogue.svelte';
import { NEWCOMERS_GAME } from '../games';
import { rememberGame } from '../memory';
import type { NewGame, Seated } from '../messages';
import { address } from '../routes.svelte';

function enter(seated: Seated): void {
  rememberGame(seated.state, seated.token, seated.invite);
  address.go(`/g/${seated.game}`);
}

export const startGame = async (game: NewGame): Promise<void> => enter(await createGame(game));
export const openRecord = async (text: string): Promise<void> => enter(await importRecord(text));

/** The newcomer's game: the board to begin with, the kindest engine, and the first move is theirs. */
export function firstGame(name: string): Promise<void> {
  const board = catalogue.games.find((game) => game.name === NEWCOMERS_GAME)?.first_board;
  return startGame({
    game: NEWCOMERS_GAME,
    options: board ? { board } : {},
    seats: [
      { kind: 'person', name },
      { kind: 'engine', level: 1 },
    ],
    clock: null,
  });
}
