/** How squares lie on the screen when the board is turned by quarters: 0 for the south, 2 for the north. */

import {
  DIRECTIONS,
  fileOf,
  onBoard,
  rankOf,
  squareAt,
  STEP,
  type BoardShape,
  type Direction,
  type Square,
} from './squares';
import type { Point } from './wood';

export interface Layout {
  readonly board: BoardShape;
  readonly quarter: number;
  readonly columns: number;
  readonly rows: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export function layoutOf(board: BoardShape, quarter: number): Layout {
  const turned = quarter % 2 === 1;
  return {
    board,
    quarter: ((quarter % 4) + 4) % 4,
    columns: turned ? board.ranks : board.files,
    rows: turned ? board.files : board.ranks,
  };
}

/** Column and row of a square, from the top left of the screen. */
export function spotOf({ board, quarter }: Layout, square: Square): Spot {
  return spotAt(board, quarter, fileOf(square), rankOf(square));
}

/** The same for a file and rank that may be off the board. */
export function spotAt({ files, ranks }: BoardShape, quarter: number, file: number, rank: number): Spot {
  switch (quarter) {
    case 1:
      return { x: rank, y: file };
    case 2:
      return { x: files - 1 - file, y: rank };
    case 3:
      return { x: ranks - 1 - rank, y: files - 1 - file };
    default:
      return { x: file, y: ranks - 1 - rank };
  }
}

/** Where a point of the board lies, counted in squares from its south-west corner. */
export function pointOn({ board: { files, ranks }, quarter }: Layout, [x, y]: Point): Spot {
  switch (quarter) {
    case 1:
      return { x: y, y: x };
    case 2:
      return { x: files - x, y };
    case 3:
      return { x: ranks - y, y: files - x };
    default:
      return { x, y: ranks - y };
  }
}

/** The square at a column and row, or null where there is none. */
export function squareIn({ board, quarter }: Layout, x: number, y: number): Square | null {
  const { files, ranks } = board;
  const [file, rank] = (
    [
      [x, ranks - 1 - y],
      [y, x],
      [files - 1 - x, y],
      [files - 1 - y, ranks - 1 - x],
    ] as const
  )[quarter] as readonly [number, number];
  return onBoard(board, file, rank) ? squareAt(file, rank) : null;
}

/** The squares row by row as they are seen; null where the board has a gap. */
export function seenRows(layout: Layout): (Square | null)[][] {
  return Array.from({ length: layout.rows }, (_, y) =>
    Array.from({ length: layout.columns }, (_, x) => squareIn(layout, x, y)),
  );
}

/** The next square from here on the screen, over gaps of the board; null beyond the edge. */
export function stepOnScreen(layout: Layout, from: Square, dx: number, dy: number): Square | null {
  let { x, y } = spotOf(layout, from);
  for (;;) {
    x += dx;
    y += dy;
    if (x < 0 || y < 0 || x >= layout.columns || y >= layout.rows) return null;
    const square = squareIn(layout, x, y);
    if (square) return square;
  }
}

/** Where a compass direction points on the screen. */
export function onScreen(quarter: number, direction: Direction): readonly [dx: number, dy: number] {
  // A player who sits at the east sees the north on the right.
  const seen = DIRECTIONS[(DIRECTIONS.indexOf(direction) + quarter) % 4] as Direction;
  const [dx, up] = STEP[seen];
  return [dx, up ? -up : 0];
}
