/** A strength as it went, as a line in levels. */

import type { StrengthView } from '../messages';

type Point = Pick<StrengthView['graph'][number], 'level' | 'against'>;

export interface LevelCurve {
  /** From 0 to 1, from the lower left. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The whole levels that are drawn, with their heights. */
  readonly levels: readonly (readonly [level: number, y: number])[];
}

const [LOWEST, HIGHEST] = [1, 10];

/** Game by game: days without any take no room. At least two levels are seen, so that small changes look small. */
export function levelCurve(graph: readonly Point[]): LevelCurve {
  const all = graph.map(({ level }) => level);
  let low = Math.max(LOWEST, Math.floor(Math.min(...all)));
  let high = Math.min(HIGHEST, Math.ceil(Math.max(...all)));
  if (high - low < 2) high = Math.min(HIGHEST, low + 2);
  if (high - low < 2) low = high - 2;
  const y = (level: number): number => (level - low) / (high - low);
  const last = Math.max(1, all.length - 1);
  return {
    points: all.map((level, i) => [i / last, y(level)]),
    levels: Array.from({ length: high - low + 1 }, (_, i) => [low + i, i / (high - low)]),
  };
}
