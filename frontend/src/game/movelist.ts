/** Decisions grouped by the stone they belong to. */

import type { MoveView } from '../messages';

export interface StoneMoves {
  /** The stone's number, 0 for a swap. */
  readonly number: number;
  /** Indices into the list of moves. */
  readonly plies: number[];
}

export function byStone(moves: readonly MoveView[]): StoneMoves[] {
  const groups: StoneMoves[] = [];
  moves.forEach(({ stone }, i) => {
    const group = groups.at(-1);
    if (group && stone !== 0 && group.number === stone) group.plies.push(i);
    else groups.push({ number: stone, plies: [i] });
  });
  return groups;
}
