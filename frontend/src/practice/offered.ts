/** The puzzles that were offered in this browser during the last days: none like them comes soon. */

import { keep, recallValue } from '../storage';

const KEPT = 'stonefield.offered';
const WEEK_MS = 7 * 24 * 3600 * 1000;
/** The server takes this many. */
const MOST = 100;

type Offer = readonly [id: string, at: number];

/** The latest ones first. */
const offers = (now: number): readonly Offer[] =>
  recallValue<readonly Offer[]>(KEPT, []).filter(([, at]) => now - at < WEEK_MS);

export const offered = (now = Date.now()): readonly string[] => offers(now).map(([id]) => id);

export function keepOffer(id: string, now = Date.now()): void {
  const others = offers(now).filter(([other]) => other !== id);
  keep(KEPT, JSON.stringify([[id, now], ...others].slice(0, MOST)));
}
