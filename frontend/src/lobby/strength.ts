/** The level of the engine that is about as strong as this visitor. */

import { accounts } from '../accounts';
import { source } from '../backend';
import { catalogue } from '../catalogue.svelte';
import { session } from '../memory/session.svelte';
import type { NewGame } from '../messages';
import { levelAt } from '../strength/scale';

/**
 * By the rating among people, if they have one that is more than a first guess; else by the games against levels;
 * else a newcomer's. Nothing where the levels of a game were never measured.
 */
export async function levelFor({ game: name }: Pick<NewGame, 'game'>): Promise<number | null> {
  const game = catalogue.games.find((one) => one.name === name);
  if (!game || game.newcomer === null) return null;
  const rating = await ratingIn(name).catch(() => null);
  if (rating !== null) return levelAt(game.rated_levels, rating);
  const strengths = await source.fetchStrengths().catch(() => []);
  return strengths.find(({ rules }) => rules === name)?.level ?? game.newcomer;
}

async function ratingIn(game: string): Promise<number | null> {
  if (!session.account) return null;
  const { ratings } = await accounts.fetchProfile(session.account.name);
  const known = ratings.filter((one) => one.game === game && !one.provisional);
  return known[0]?.rating ?? null;
}
