/** What can be wished for in the lobby with two choices: a game and its pace. */

import type { GameView, NewGame, SeekView } from '../messages';
import { clockFor, DAYS, HOURS } from '../setup/form';
import { t } from '../texts.svelte';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Minutes for each, and seconds after each turn; `days` is a correspondence game. */
export const PACES = ['5+5', '10+10', 'days'] as const;
/** How many games one listing may be for, and how far from one's own rating opponents may be. */
export const TIMES = [1, 3, 10] as const;
export const NEAR = 200;
export type Pace = (typeof PACES)[number];

/** A usual game for two on the board to begin with; who begins is left to chance. */
export function wishedGame(
  game: GameView,
  { pace, name, rated }: { pace: Pace; name: string; rated: boolean },
  chance = Math.random,
): NewGame {
  const seats: NewGame['seats'] = [{ kind: 'person', name }, { kind: 'open' }];
  return {
    game: game.name,
    options: game.first_board ? { board: game.first_board } : {},
    seats: chance() < 0.5 ? seats : seats.toReversed(),
    rated,
    clock: clockFor(pace),
  };
}

/** What a pace is called. */
export function paceLabel(pace: Pace): string {
  if (pace === 'days') return t('setup.clock.days', { days: DAYS, hours: HOURS });
  const [minutes = '', seconds = ''] = pace.split('+');
  return t('setup.clock.value', { minutes, seconds });
}

/** How fast a game is, in words. */
export function paceOf(clock: SeekView['clock']): string {
  if (!clock) return t('people.lobby.pace.none');
  const { seconds, increment } = clock;
  if (clock.correspondence) return t('setup.clock.days', { days: seconds / DAY, hours: increment / HOUR });
  return t('setup.clock.value', { minutes: seconds / 60, seconds: increment });
}
