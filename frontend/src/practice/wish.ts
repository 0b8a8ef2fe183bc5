/** What a learner practises; kept in the browser, and written in addresses. */

import { NEWCOMERS_GAME } from '../games';
import type { LearnerView } from '../messages';
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

/** Puzzles of a game after which a learner is no newcomer to it. */
const FIRST_PUZZLES = 5;

const DAY_MS = 24 * 3600 * 1000;

/** Whether a small and easy puzzle is the right one for today: what was tried today changes nothing. */
export function isNewcomer(learner: LearnerView | null, game: string, now = Date.now()): boolean {
  const tried = learner?.games.find((one) => one.game === game)?.graph ?? [];
  const today = now - (now % DAY_MS);
  return tried.filter(({ at }) => at < today).length < FIRST_PUZZLES;
}

/** The address of today's puzzle, for newcomers or for everyone. */
export const dailyAddress = (game: string, easy: boolean): string =>
  `/puzzles/daily?${new URLSearchParams({ game, ...(easy && { easy: '1' }) })}`;

/** The address of a puzzle by its id, or of `next`. */
export function puzzleAddress(id: string, { game, theme }: Wish): string {
  const query = new URLSearchParams({ game, ...(theme && { theme }) });
  return `/puzzles/${encodeURIComponent(id)}?${query}`;
}
