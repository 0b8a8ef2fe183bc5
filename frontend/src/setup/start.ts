/** Making a game and going to it. */

import { createGame, importRecord } from '../api';
import { catalogue } from '../catalogue.svelte';
import { asLearner } from '../learner';
import { rememberGame } from '../memory';
import type { NewGame, Seated } from '../messages';
import { fetchAhead, loadGamePage } from '../pages/chunks';
import { address } from '../routes.svelte';

/** The page comes while the server makes the game. */
async function enter(asked: Promise<Seated>): Promise<void> {
  fetchAhead(loadGamePage);
  const seated = await asked;
  rememberGame(seated.state, seated.token, seated.invite);
  address.go(`/g/${seated.game}`);
}

/** One person against one engine: that tells how strong the person is. */
const tells = ({ seats }: NewGame): boolean =>
  seats.length === 2 && ['engine', 'person'].every((kind) => seats.some((seat) => seat.kind === kind));

/** A game that tells something goes with the learner; nobody is kept from playing for want of one. */
async function create(game: NewGame): Promise<Seated> {
  if (!tells(game)) return createGame(game);
  let asked = false;
  try {
    return await asLearner((learner) => {
      asked = true;
      return createGame({ ...game, learner });
    });
  } catch (error) {
    if (asked) throw error;
    return createGame(game);
  }
}

export const startGame = (game: NewGame): Promise<void> => enter(create(game));
export const openRecord = (text: string): Promise<void> => enter(importRecord(text));

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
