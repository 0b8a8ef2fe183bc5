/** The board's wood as a solid of its own shape: a top, rounded edges, sides, and the walls of its holes. */

import { BufferAttribute, BufferGeometry } from 'three';
import { DIRECTIONS, fileOf, neighbour, rankOf, STEP, type BoardShape } from '../squares';
import { holes, RIM, widened, woodOutline, type Point } from '../wood';

export const THICKNESS = 0.5;

/** From the top down: how far the edge stands back, and how low it is there. */
const EDGE = [
  [0.08, 0],
  [0.025, -0.022],
  [0, -0.08],
  [0, -THICKNESS],
] as const;

/** Group 0 is the top, with its picture; group 1 everything else. */
export function slabGeometry(board: BoardShape): BufferGeometry {
  const { files, ranks } = board;
  const positions: number[] = [];
  const uvs: number[] = [];
  const corner = ([x, y]: Point, height: number, u: number, v: number) => {
    positions.push(x - files / 2, height, ranks / 2 - y);
    uvs.push(u, v);
  };
  const onTop = (point: Point) =>
    corner(point, 0, (point[0] + RIM) / (files + 2 * RIM), (point[1] + RIM) / (ranks + 2 * RIM));
  /** A wall from a to b, seen from the right of that way. */
  const wall = (a: Point, b: Point, high: number, low: number, lowA = a, lowB = b) => {
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) / 4;
    for (const [point, height, u] of [
      [lowA, low, 0],
      [lowB, low, long],
      [b, high, long],
      [lowA, low, 0],
      [b, high, long],
      [a, high, 0],
    ] as const) {
      corner(point, height, u, height / THICKNESS + 1);
    }
  };

  const outline = woodOutline(board);
  const rings = EDGE.map(([inset]) => widened(outline, -inset));
  const top = rings[0] as Point[];
  for (let i = 1; i + 1 < top.length; i++) [0, i, i + 1].forEach((n) => onTop(top[n] as Point));
  const topCount = positions.length / 3;
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    const [upper, lower] = [rings[ring] as Point[], rings[ring + 1] as Point[]];
    const [high, low] = [(EDGE[ring] as Point)[1], (EDGE[ring + 1] as Point)[1]];
    upper.forEach((a, i) => {
      const next = (i + 1) % upper.length;
      wall(a, upper[next] as Point, high, low, lower[i] as Point, lower[next] as Point);
    });
  }
  for (const [a, b] of holeEdges(board)) wall(a, b, 0, -THICKNESS);

  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2));
  geometry.addGroup(0, topCount, 0);
  geometry.addGroup(topCount, positions.length / 3 - topCount, 1);
  geometry.computeVertexNormals();
  return geometry;
}

/** The edges between holes and wood, with the hole on the right. */
function holeEdges(board: BoardShape): [Point, Point][] {
  return holes(board).flatMap((square) =>
    DIRECTIONS.flatMap((direction): [Point, Point][] => {
      if (!neighbour(board, square, direction)) return [];
      const [dx, dy] = STEP[direction];
      const [x, y] = [fileOf(square) + 0.5 + dx / 2, rankOf(square) + 0.5 + dy / 2];
      return [
        [
          [x - dy / 2, y + dx / 2],
          [x + dy / 2, y - dx / 2],
        ],
      ];
    }),
  );
}
