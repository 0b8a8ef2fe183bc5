/** Making a game and going to it. */

import { createGame, importRecord } from '../api';
import { rememberGame } from '../memory';
import type { NewGame, Seated } from '../messages';
import { address } from '../routes.svelte';

function enter(seated: Seated): void {
  rememberGame(seated.state, seated.token, seated.invite);
  address.go(`/g/${seated.game}`);
}

export const startGame = async (game: NewGame): Promise<void> => enter(await createGame(game));
export const openRecord = async (text: string): Promise<void> => enter(await importRecord(text));

/** The newcomer's game: the medium board, the kindest engine, and the first stone is theirs. */
export const firstGame = (name: string): Promise<void> =>
  startGame({
    game: 'carnac',
    options: { board: 'medium' },
    seats: [
      { kind: 'person', name },
      { kind: 'engine', level: 1 },
    ],
    clock: null,
  });
