/** A move the engine advises, as it would look on the board. */

import { fileOf, rankOf, type Square } from '../../board/squares';
import type { CaminosScene } from '../../messages';
import type { TableState } from '../game';
import type { PieceProspect } from './decide';
import type { Cube, CubeColour } from './things';

export interface Columns {
  readonly shape: string;
  /** Each square with the number of cubes that come to lie on it. */
  readonly columns: readonly (readonly [square: Square, count: number])[];
}

/** A placement's text taken apart: `L:a1*3,b1`. */
export function readColumns(text: string): Columns | null {
  const [shape, list] = text.split(':');
  if (!shape || !list) return null;
  const columns = list.split(',').map((column): [Square, number] => {
    const [square, count] = column.split('*');
    return [square as Square, Number(count ?? 1)];
  });
  return { shape, columns };
}

/** What a move would put on the board, on top of what lies there; null for one that puts nothing there. */
export function advised(text: string, scene: CaminosScene, state: TableState): PieceProspect | null {
  const read = readColumns(text);
  if (!read) return null;
  const cubes = read.columns.flatMap(([square, count]) =>
    Array.from({ length: count }, (_, i): Cube => [
      fileOf(square),
      rankOf(square),
      (scene.heights[square] ?? 0) + i,
    ]),
  );
  // Of an earlier moment the move that was played tells who was to place.
  const played = state.moves[scene.ply];
  const { turn } = state;
  const colour = played?.top ?? (turn?.phase === 'neutral' ? 'neutral' : turn?.colour);
  const mate = !played && (turn?.seat ?? 0) >= 2;
  return { text, piece: { colour: (colour ?? 'yellow') as CubeColour, mate, cubes } };
}
