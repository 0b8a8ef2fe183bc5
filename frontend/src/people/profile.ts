/** A person's ratings and games: the graph as a path, what a search asks for, and names in words. */

import type { AccountGame, PoolRating, RatingPoint, Tally } from '../messages';
import type { Wanted } from '../source';
import { t } from '../texts.svelte';
import { gameName, levelNumber } from '../words';

export const poolName = ({ game, pace }: Pick<PoolRating, 'game' | 'pace'>): string =>
  t(`people.profile.pool.${pace}`, { game: gameName(game) });

export const levelWords = (level: number): string => t('setup.level.value', { level: levelNumber(level) });

export const RESULTS = ['won', 'lost', 'drawn', 'stopped'] as const;
export const resultName = (result: AccountGame['result']): string => t(`people.profile.${result}`);
export const scoreName = (score: number): string =>
  resultName(score > 0.5 ? 'won' : score < 0.5 ? 'lost' : 'drawn');

/** A person or a level on the other side. */
export function opponentName({ name, account, level }: AccountGame['opponents'][number]): string {
  if (level !== null) return levelWords(level);
  if (account === '') return t('people.profile.gone');
  return name || t('people.lobby.someone');
}

/** A change with its sign, as the language writes it. */
export const signed = (change: number): string =>
  change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0';

export interface RatingCurve {
  /** The rating after each game, as a path in a box of 1 by 1 from the upper left. */
  readonly line: string;
  /** The rating with its deviation on both sides. */
  readonly band: string;
  /** Ratings that are drawn as lines, with their heights. */
  readonly rungs: readonly (readonly [rating: number, y: number])[];
  readonly low: number;
  readonly high: number;
}

type Point = Pick<RatingPoint, 'rating' | 'deviation'>;
const [NARROW, STEPS] = [200, [50, 100, 200, 500, 1000]];

/** Game by game: days without any take no room. At least 200 points are seen, so that small changes look small. */
export function ratingCurve(points: readonly Point[]): RatingCurve {
  const all = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const middle = (low + high) / 2;
  const reach = Math.max(NARROW, (high - low) * 1.3) / 2;
  const y = (rating: number): number => Math.min(1, Math.max(0, (middle + reach - rating) / (2 * reach)));
  const last = Math.max(1, points.length - 1);
  const path = (ratings: readonly number[]): string[] =>
    ratings.map((rating, i) => `${(i / last).toFixed(4)} ${y(rating).toFixed(4)}`);
  const above = path(points.map(({ rating, deviation }) => rating + deviation));
  const below = path(points.map(({ rating, deviation }) => rating - deviation)).reverse();
  const step = STEPS.find((one) => (2 * reach) / one <= 5) ?? 1000;
  const first = Math.ceil((middle - reach) / step) * step;
  const rungs = Array.from(
    { length: Math.max(0, Math.floor((middle + reach - first) / step) + 1) },
    (_, i) => [first + i * step, y(first + i * step)] as const,
  );
  return { line: `M${path(all).join('L')}`, band: `M${[...above, ...below].join('L')}Z`, rungs, low, high };
}

/** What can be wished for in a search, as the fields of a form have it. */
export interface Search {
  game: string;
  board: string;
  opponent: string;
  level: string;
  result: string;
  since: string;
  until: string;
  shortest: string;
  longest: string;
  position: string;
  rated: string;
  pace: string;
}

export const ANY: Search = {
  ...{ game: '', board: '', opponent: '', level: '', result: '', since: '', until: '' },
  ...{ shortest: '', longest: '', position: '', rated: '', pace: '' },
};

/** A day as a date field has it, at its beginning where the reader is. */
function dayBegins(day: string, later = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return day && String(new Date(year, month - 1, date + later).getTime());
}

/** What the server is asked; the last day is part of what is wanted. */
export const wantedOf = (search: Search): Wanted => ({
  ...search,
  opponent: search.opponent.trim(),
  position: search.position.trim(),
  since: dayBegins(search.since),
  until: dayBegins(search.until, 1),
});

/** What the server calls a group of the statistics, if it is a level. */
export function levelOf({ name }: Pick<Tally, 'name'>): number | null {
  const found = /^level ([\d.]+)$/.exec(name);
  return found ? Number(found[1]) : null;
}
