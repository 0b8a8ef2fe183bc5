/** Making a game and going to it. */

import { createGame, importRecord } from '../api';
import { catalogue } from '../catalogue.svelte';
import { rememberGame } from '../memory';
import type { NewGame, Seated } from '../messages';
import { address } from '../routes.svelte';

function enter(seated: Seated): void {
  rememberGame(seated.state, seated.token, seated.invite);
  address.go(`/g/${seated.game}`);
}

export const startGame = async (game: NewGame): Promise<void> => enter(await createGame(game));
export const openRecord = async (text: string): Promise<void> => enter(await importRecord(text));

/** A newcomer's game: the board to begin with, the kindest engine, and the first move is theirs. */
export function firstGame(game: string, name: string): Promise<void> {
  const board = catalogue.games.find((found) => found.name === game)?.first_board;
  return startGame({
    game,
    options: board ? { board } : {},
    seats: [
      { kind: 'person', name },
      { kind: 'engine', level: 1 },
    ],
    clock: null,
  });
}
