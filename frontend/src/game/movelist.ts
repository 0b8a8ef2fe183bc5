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
  moves.forEach(({ piece }, i) => {
    const group = groups.at(-1);
    if (group && piece !== 0 && group.number === piece) group.plies.push(i);
    else groups.push({ number: piece, plies: [i] });
  });
  return groups;
}
