/** Decisions grouped by the stone they belong to. */

import type { MoveView } from '../messages';

export interface StoneMoves {
  /** The stone's number, 0 for a swap. */
  readonly number: number;
  /** Indices into the list of moves. */
  readonly plies: readonly number[];
}

export function byStone(moves: readonly MoveView[]): StoneMoves[] {
  const groups: { number: number; plies: number[] }[] = [];
  moves.forEach(({ stone }, i) => {
    const group = groups[groups.length - 1];
    if (group && stone !== 0 && group.number === stone) group.plies.push(i);
    else groups.push({ number: stone, plies: [i] });
  });
  return groups;
}
