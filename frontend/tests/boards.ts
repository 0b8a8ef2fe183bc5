/** Boards for tests of what is drawn: rectangles, and those of which squares are missing. */

import { fileOf, rankOf, squareAt, type BoardShape, type Square } from '../src/board/squares';

/** A board from its ranks, north first: `#` a square, `.` none. */
export function boardOf(rows: readonly string[], sides?: readonly (readonly Square[])[]): BoardShape {
  const squares = rows.flatMap((row, i) =>
    [...row].flatMap((sign, file) => (sign === '#' ? [squareAt(file, rows.length - 1 - i)] : [])),
  );
  const files = rows[0]?.length ?? 0;
  return {
    files,
    ranks: rows.length,
    squares: squares.length === files * rows.length ? null : new Set(squares),
    ...(sides ? { sides } : {}),
  };
}

export const rectangle = (files: number, ranks: number): BoardShape =>
  boardOf(Array.from({ length: ranks }, () => '#'.repeat(files)));

export const DIAMOND = boardOf(['..#..', '.###.', '#####', '.###.', '..#..']);
export const OCTAGON = boardOf(['.##.', '####', '####', '.##.']);
export const RING = boardOf(['####', '#..#', '#..#', '####']);

export function squaresOf(board: BoardShape): Square[] {
  const all: Square[] = [];
  for (let file = 0; file < board.files; file++) {
    for (let rank = 0; rank < board.ranks; rank++) {
      const square = squareAt(file, rank);
      if (!board.squares || board.squares.has(square)) all.push(square);
    }
  }
  return all;
}

/** A diagonal side, from one end to the other. */
export function stairs(from: Square, to: Square): Square[] {
  const [dx, dy] = [Math.sign(fileOf(to) - fileOf(from)), Math.sign(rankOf(to) - rankOf(from))];
  const steps = Math.max(Math.abs(fileOf(to) - fileOf(from)), Math.abs(rankOf(to) - rankOf(from)));
  return Array.from({ length: steps + 1 }, (_, i) => squareAt(fileOf(from) + dx * i, rankOf(from) + dy * i));
}
