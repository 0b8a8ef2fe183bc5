/** Cubes drawn at an angle: three visible faces each, from the back to the front. */

import { quarterTurn } from './decide';
import type { Cube } from './things';

export interface Face {
  readonly kind: 'top' | 'left' | 'right';
  readonly points: string;
}

const COS = Math.cos(Math.PI / 6);

/** Faces of a piece as seen on a board that is turned by quarters, centred on the origin. */
export function cubeFaces(cubes: readonly Cube[], quarter: number): Face[] {
  if (!cubes.length) return [];
  let turned = cubes;
  for (let i = 0; i < quarter; i++) turned = quarterTurn(turned);
  const mean = (axis: 0 | 1) => turned.reduce((sum, c) => sum + c[axis] + 0.5, 0) / turned.length;
  const [cx, cy] = [mean(0), mean(1)];
  // x to the lower right, y to the upper right (away), z up.
  const at = ([x, y, z]: Cube) =>
    `${((x - cx + (y - cy)) * COS).toFixed(2)},${((x - cx - (y - cy)) / 2 - z + 0.5).toFixed(2)}`;
  const face = (kind: Face['kind'], ...corners: Cube[]): Face => ({
    kind,
    points: corners.map(at).join(' '),
  });
  return [...turned]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0] || a[2] - b[2])
    .flatMap(([x, y, z]) => [
      face('top', [x, y, z + 1], [x + 1, y, z + 1], [x + 1, y + 1, z + 1], [x, y + 1, z + 1]),
      face('left', [x, y, z], [x + 1, y, z], [x + 1, y, z + 1], [x, y, z + 1]),
      face('right', [x + 1, y, z], [x + 1, y + 1, z], [x + 1, y + 1, z + 1], [x + 1, y, z + 1]),
    ]);
}
