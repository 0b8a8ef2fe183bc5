/** The engine's levels on the scale of people's ratings. */

/** What a level is rated, one between two as well; nothing where levels were never measured. */
export function ratingAt(ratings: readonly number[], level: number): number | null {
  const lower = Math.min(Math.floor(level), ratings.length - 1);
  const [low, high] = [ratings[lower - 1], ratings[lower]];
  return low === undefined || high === undefined ? null : Math.round(low + (level - lower) * (high - low));
}
