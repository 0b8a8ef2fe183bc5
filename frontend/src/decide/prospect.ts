/** What choosing a square would mean: the decision's text, and what to show of it beforehand. */

import type { CubePiece, Fall, Stone } from '../board/drawing';

export interface Prospect {
  readonly text: string;
  readonly stone: Stone | null;
  readonly piece: CubePiece | null;
  /** The answers a placed stone would leave to the opponent. */
  readonly falls: readonly Fall[];
}
