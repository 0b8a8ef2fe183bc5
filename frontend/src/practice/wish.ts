/** What a learner practises; kept in the browser, and written in addresses. */

import { NEWCOMERS_GAME } from '../games';
import type { Wish } from '../source';
import { keep, recallValue } from '../storage';

const KEPT = 'stonefield.training';

/** The game that was trained last, where it is among these. */
export function lastGame(games?: readonly string[]): string {
  const { game = NEWCOMERS_GAME } = recallValue<{ game?: string }>(KEPT, {});
  return !games || games.includes(game) ? game : (games[0] ?? game);
}

export const keepGame = (game: string): void => keep(KEPT, JSON.stringify({ game }));

export const wishOf = (query: URLSearchParams): Wish => ({
  game: query.get('game') ?? lastGame(),
  theme: query.get('theme') ?? '',
});

/** The address of a puzzle by its id, of `next` or `daily`. */
export function puzzleAddress(id: string, { game, theme }: Wish): string {
  const query = new URLSearchParams({ game, ...(theme && { theme }) });
  return `/training/${encodeURIComponent(id)}?${query}`;
}
