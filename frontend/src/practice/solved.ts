/** The puzzles that were solved in this browser lately, so that today's is not offered again. */

import { keep, recallValue } from '../storage';

const KEPT = 'stonefield.solved';
const MOST = 50;

/** The latest ones first. */
const solved = (): readonly string[] => recallValue<readonly string[]>(KEPT, []);

export const isSolved = (id: string): boolean => solved().includes(id);
export const keepSolved = (id: string): void =>
  keep(KEPT, JSON.stringify([id, ...solved().filter((other) => other !== id)].slice(0, MOST)));
export const forgetSolved = (): void => keep(KEPT, '[]');
