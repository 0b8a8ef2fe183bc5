/** Caminos pieces as columns seen from above. */

import { UNIT } from '../../../board/flat/measure';
import { spotAt, type Layout } from '../../../board/layout';
import { STEP } from '../../../board/squares';
import type { CubePiece } from '../things';

export interface ColumnTop {
  readonly file: number;
  readonly rank: number;
  readonly height: number;
  readonly colour: string;
  readonly mate: boolean;
  /** The number of the piece on top. */
  readonly piece: number;
}

export function topsOf(pieces: readonly CubePiece[]): ColumnTop[] {
  const tops = new Map<string, ColumnTop>();
  pieces.forEach(({ colour, mate, cubes }, piece) => {
    for (const [file, rank, level] of cubes) {
      const key = `${file} ${rank}`;
      if (level + 1 <= (tops.get(key)?.height ?? 0)) continue;
      tops.set(key, { file, rank, height: level + 1, colour, mate, piece });
    }
  });
  return [...tops.values()];
}

/** A line wherever two columns side by side show different pieces or one of them is empty. */
export function seams(tops: readonly ColumnTop[], { board, quarter }: Layout): string {
  const pieceAt = new Map(tops.map((top) => [`${top.file} ${top.rank}`, top.piece]));
  const lines: string[] = [];
  for (const { file, rank, piece } of tops) {
    for (const [dx, dy] of Object.values(STEP)) {
      const next = pieceAt.get(`${file + dx} ${rank + dy}`);
      if (next === piece || (next !== undefined && dx + dy < 0)) continue;
      const a = spotAt(board, quarter, file, rank);
      const b = spotAt(board, quarter, file + dx, rank + dy);
      const x = ((a.x + b.x + 1) / 2) * UNIT;
      const y = ((a.y + b.y + 1) / 2) * UNIT;
      const half = UNIT / 2;
      lines.push(a.x === b.x ? `M${x - half} ${y}h${UNIT}` : `M${x} ${y - half}v${UNIT}`);
    }
  }
  return lines.join('');
}
