/** Decisions as they are listed: those with the same number together. */

import type { MoveView } from '../messages';

export interface Row {
  /** 0 for a swap. */
  readonly number: number;
  /** Indices into the list of moves. */
  readonly plies: number[];
}

export function rowsOf(moves: readonly MoveView[]): Row[] {
  const rows: Row[] = [];
  moves.forEach((move, i) => {
    const number = move.piece;
    const row = rows.at(-1);
    if (row && number !== 0 && row.number === number) row.plies.push(i);
    else rows.push({ number, plies: [i] });
  });
  return rows;
}
