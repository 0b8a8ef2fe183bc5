/** Cubes drawn at an angle: three visible faces each, from the back to the front. */

import type { Cube } from './things';

export interface Face {
  readonly kind: 'top' | 'left' | 'right';
  readonly points: string;
}

const COS = Math.cos(Math.PI / 6);

/** Faces of a piece as seen by somebody whose board is turned by quarters, centred on the origin. */
export function cubeFaces(cubes: readonly Cube[], quarter: number): Face[] {
  if (!cubes.length) return [];
  const turned = cubes.map((cube) => turn(cube, quarter));
  const mean = (axis: 0 | 1) => turned.reduce((sum, c) => sum + c[axis] + 0.5, 0) / turned.length;
  const [cx, cy] = [mean(0), mean(1)];
  // x to the lower right, y to the upper right (away), z up.
  const at = (x: number, y: number, z: number) =>
    `${((x - cx + (y - cy)) * COS).toFixed(2)},${((x - cx - (y - cy)) / 2 - z + 0.5).toFixed(2)}`;
  return [...turned]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0] || a[2] - b[2])
    .flatMap(([x, y, z]): Face[] => [
      {
        kind: 'top',
        points: [at(x, y, z + 1), at(x + 1, y, z + 1), at(x + 1, y + 1, z + 1), at(x, y + 1, z + 1)].join(
          ' ',
        ),
      },
      {
        kind: 'left',
        points: [at(x, y, z), at(x + 1, y, z), at(x + 1, y, z + 1), at(x, y, z + 1)].join(' '),
      },
      {
        kind: 'right',
        points: [at(x + 1, y, z), at(x + 1, y + 1, z), at(x + 1, y + 1, z + 1), at(x + 1, y, z + 1)].join(
          ' ',
        ),
      },
    ]);
}

/** File and rank as they run on a board turned by quarters. */
function turn([x, y, z]: Cube, quarter: number): Cube {
  const ways: readonly Cube[] = [
    [x, y, z],
    [y, -x, z],
    [-x, -y, z],
    [-y, x, z],
  ];
  return ways[quarter % 4] as Cube;
}
