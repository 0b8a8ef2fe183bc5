/** Lines around groups of squares, and where a group's number goes. */

import { spotOf, type Layout } from './layout';
import { fileOf, rankOf, STEP, type Square } from './squares';

/** The square of a group that lies nearest to its middle. */
export function middleSquare(squares: readonly Square[]): Square {
  const mean = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const file = mean(squares.map(fileOf));
  const rank = mean(squares.map(rankOf));
  const away = (s: Square) => (fileOf(s) - file) ** 2 + (rankOf(s) - rank) ** 2;
  return squares.reduce((best, square) => (away(square) < away(best) ? square : best));
}

/** SVG path data of the edges around a group as it is seen, drawn `inset` inside its squares. */
export function outlinePath(layout: Layout, squares: readonly Square[], unit: number, inset: number): string {
  const spots = squares.map((square) => spotOf(layout, square));
  const inside = new Set(spots.map(({ x, y }) => `${x} ${y}`));
  const has = (x: number, y: number) => inside.has(`${x} ${y}`);
  const lines: string[] = [];
  for (const { x, y } of spots) {
    for (const [dx, dy] of Object.values(STEP)) {
      if (has(x + dx, y + dy)) continue;
      // Along this edge, towards -side and +side: shorter at an outer corner, longer at an inner one.
      const [sx, sy] = [-dy, dx];
      const end = (side: number) => {
        if (!has(x + sx * side, y + sy * side)) return unit / 2 - inset;
        return has(x + sx * side + dx, y + sy * side + dy) ? unit / 2 + inset : unit / 2;
      };
      const cx = (x + 0.5) * unit + dx * (unit / 2 - inset);
      const cy = (y + 0.5) * unit + dy * (unit / 2 - inset);
      const [back, forth] = [end(-1), end(1)];
      lines.push(`M${cx - sx * back} ${cy - sy * back}L${cx + sx * forth} ${cy + sy * forth}`);
    }
  }
  return lines.join('');
}
