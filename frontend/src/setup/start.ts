/** Making a game and going to it. */

import { source } from '../backend';
import { catalogue } from '../catalogue.svelte';
import { fetchAhead, loadGamePage } from '../chunks';
import { rememberGame } from '../memory/games';
import type { NewGame, Seated } from '../messages';
import { address } from '../routes.svelte';

/** The page comes while the server makes the game. */
async function enter(asked: Promise<Seated>): Promise<void> {
  fetchAhead(loadGamePage);
  const seated = await asked;
  rememberGame(seated.state, seated.token, seated.invite);
  address.go(`/g/${seated.game}`);
}

export const startGame = (game: NewGame): Promise<void> => enter(source.createGame(game));
export const openRecord = (text: string): Promise<void> => enter(source.importRecord(text));

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
