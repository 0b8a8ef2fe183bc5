/** The squares of a move as a little picture, one unit a square, north at the top. */

import { fileOf, rankOf, type Square } from './squares';

export function footprint(squares: readonly Square[]) {
  const [files, ranks] = [squares.map(fileOf), squares.map(rankOf)];
  const [west, north] = [Math.min(...files), Math.max(...ranks)];
  const width = Math.max(...files) - west + 1;
  const height = north - Math.min(...ranks) + 1;
  const span = Math.max(2, width, height);
  return {
    width,
    height,
    /** A square view box with the footprint in its middle. */
    box: `${(width - span) / 2} ${(height - span) / 2} ${span} ${span}`,
    places: files.map((file, i) => ({ x: file - west, y: north - (ranks[i] as number) })),
  };
}
