/** What this browser has by itself, and what of it has come along to an account. */

import { forgetGames, knownGames } from '../memory/games';
import { forgetLearner, keptLearner } from '../memory/learner';
import { forgetStudies, knownStudies } from '../memory/studies';
import type { Along, TakenAlong } from '../messages';
import { t } from '../texts.svelte';
import { listOf } from '../words';

/** What an account can take over; the server leaves out what it does not know. */
export function held(): Along {
  const learner = keptLearner();
  return {
    games: knownGames().flatMap(({ id, token, gone }) => (token && !gone ? [{ game: id, token }] : [])),
    studies: knownStudies().flatMap(({ id, token }) => (token ? [{ study: id, token }] : [])),
    learner: learner?.token ?? null,
  };
}

/** What has come along, as a list in words; empty where nothing has. */
export function cameAlong({ games, studies, learner }: TakenAlong): string {
  const things = [
    games.length && t('people.came.games', { count: games.length }),
    studies.length && t('people.came.studies', { count: studies.length }),
    learner && t('people.came.progress'),
  ];
  return listOf(things.filter((thing) => typeof thing === 'string'));
}

/** Whether there is anything that an account would keep. */
export const hasSomething = ({ games, studies, learner }: Along): boolean =>
  Boolean(games?.length || studies?.length || learner);

/** Leave nothing of a person here. */
export function forgetEverything(): void {
  forgetGames();
  forgetStudies();
  forgetLearner();
}
