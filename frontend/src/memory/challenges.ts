/** Challenges that were made in this browser, with the tokens of their makers. */

import { keep, recallValue } from '../storage';

export interface KnownChallenge {
  readonly id: string;
  readonly token: string;
}

const KEPT = 'stonefield.challenges';
const MOST = 50;

const write = (all: readonly KnownChallenge[]): void => keep(KEPT, JSON.stringify(all.slice(0, MOST)));

export const knownChallenges = (): KnownChallenge[] => recallValue<KnownChallenge[]>(KEPT, []);
export const knownChallenge = (id: string): KnownChallenge | null =>
  knownChallenges().find((one) => one.id === id) ?? null;
export const rememberChallenge = (id: string, token: string): void =>
  write([{ id, token }, ...knownChallenges().filter((one) => one.id !== id)]);
export const forgetChallenge = (id: string): void => write(knownChallenges().filter((one) => one.id !== id));
