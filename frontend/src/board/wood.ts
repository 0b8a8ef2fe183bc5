/** The shape of the wood around a board's squares. Points count files from the west edge and ranks from the south edge. */

import { DIRECTIONS, fileOf, onBoard, rankOf, squareAt, STEP, type BoardShape, type Square } from './squares';

export type Point = readonly [x: number, y: number];

/** Width of the frame around the playing field, in squares. */
export const RIM = 0.62;

/** Opposite sides of a board are inlaid with the same material: ivory, copper, steel, plum. */
export const INLAYS = ['#efe4cb', '#cf7b4d', '#8fb3cf', '#b58bc2'] as const;

/** The two woods, in both views and in the server's pictures. */
export const WOOD = {
  /** The planks of the field, from the lightest to the darkest; the middle one is their colour as a whole. */
  oak: ['#c08d5a', '#b98654', '#b27f4d'],
  fibre: '#7a4f28',
  /** Over every second square, almost transparent. */
  second: '#3a1c04',
  groove: '#4b2d15',
  /** The frame, from its far side to the near one. */
  walnut: ['#5f3c25', '#472a18'],
  label: '#ecd3a4',
} as const;

/** The corners of the wood, counter-clockwise: the tightest convex shape around all squares, `rim` wider. */
export function woodOutline(board: BoardShape, rim = RIM): Point[] {
  const corners: Point[] = [];
  for (let rank = 0; rank < board.ranks; rank++) {
    const files = Array.from({ length: board.files }, (_, file) => file).filter((f) =>
      onBoard(board, f, rank),
    );
    if (!files.length) continue;
    const [west, east] = [Math.min(...files), Math.max(...files) + 1];
    corners.push([west, rank], [west, rank + 1], [east, rank], [east, rank + 1]);
  }
  return widened(convexHull(corners), rim);
}

const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Andrew's monotone chain. */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (along: readonly Point[]) => {
    const kept: Point[] = [];
    for (const point of along) {
      while (kept.length > 1 && cross(kept.at(-2) as Point, kept.at(-1) as Point, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

/** Every edge moved outwards by `by`. Around whole squares no corner is sharp, so none runs away. */
export function widened(outline: readonly Point[], by: number): Point[] {
  const edges = outline.map((from, i) => {
    const to = outline[(i + 1) % outline.length] as Point;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const along: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    return { along, from: [from[0] + along[1] * by, from[1] - along[0] * by] as const };
  });
  return edges.map((edge, i): Point => {
    const before = edges.at(i - 1) as typeof edge;
    const turn = before.along[0] * edge.along[1] - before.along[1] * edge.along[0];
    const [dx, dy] = [edge.from[0] - before.from[0], edge.from[1] - before.from[1]];
    const far = (dx * edge.along[1] - dy * edge.along[0]) / turn;
    return [before.from[0] + before.along[0] * far, before.from[1] + before.along[1] * far];
  });
}

/** Missing squares with squares all around them: there the wood has a hole. */
export function holes(board: BoardShape): Square[] {
  const outside = new Set<string>();
  const open: [number, number][] = [[-1, -1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [file, rank] = next;
    if (file < -1 || rank < -1 || file > board.files || rank > board.ranks) continue;
    if (outside.has(`${file} ${rank}`) || onBoard(board, file, rank)) continue;
    outside.add(`${file} ${rank}`);
    for (const d of DIRECTIONS) open.push([file + STEP[d][0], rank + STEP[d][1]]);
  }
  const found: Square[] = [];
  for (let file = 0; file < board.files; file++) {
    for (let rank = 0; rank < board.ranks; rank++) {
      if (!onBoard(board, file, rank) && !outside.has(`${file} ${rank}`)) found.push(squareAt(file, rank));
    }
  }
  return found;
}

/** A piece of the inlaid line along a side; opposite sides have the same `pair`. */
export interface Inlay {
  readonly pair: number;
  readonly from: Point;
  readonly to: Point;
}

/** The lines along the board's sides, `gap` outside the squares. */
export function inlays(board: BoardShape, gap: number): Inlay[] {
  const sides = (board.sides ?? []).map((squares) => ({
    squares: new Set(squares),
    towards: outwards(board, squares),
  }));
  if (!sides.length) return [];
  const lines: Inlay[] = [];
  for (const square of new Set((board.sides ?? []).flat())) {
    for (const direction of DIRECTIONS) {
      const [dx, dy] = STEP[direction];
      if (onBoard(board, fileOf(square) + dx, rankOf(square) + dy)) continue;
      // A corner belongs to two sides, each of its edges to the one it faces.
      const faced = sides
        .map((side, number) => ({ ...side, number }))
        .filter((side) => side.squares.has(square))
        .reduce((a, b) => (dot(b.towards, [dx, dy]) > dot(a.towards, [dx, dy]) ? b : a));
      const [x, y] = [fileOf(square) + 0.5 + dx * (0.5 + gap), rankOf(square) + 0.5 + dy * (0.5 + gap)];
      // Longer round an outer corner, shorter in an inner one.
      const [ax, ay] = [Math.abs(dy), Math.abs(dx)];
      const reach = (way: 1 | -1) => {
        const [file, rank] = [fileOf(square) + ax * way, rankOf(square) + ay * way];
        if (!onBoard(board, file, rank)) return way * (0.5 + gap);
        return way * (onBoard(board, file + dx, rank + dy) ? 0.5 - gap : 0.5);
      };
      lines.push({
        pair: faced.number % (sides.length / 2),
        from: [x + ax * reach(-1), y + ay * reach(-1)],
        to: [x + ax * reach(1), y + ay * reach(1)],
      });
    }
  }
  return lines;
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];

/** The way a side looks, from the middle of the board. */
function outwards(board: BoardShape, side: readonly Square[]): Point {
  const mean = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  return [mean(side.map(fileOf)) + 0.5 - board.files / 2, mean(side.map(rankOf)) + 0.5 - board.ranks / 2];
}

/** A coordinate beside the board; `far` for the viewer on the other side. */
export interface Coordinate {
  readonly text: string;
  readonly at: Point;
  readonly far: boolean;
  /** Names a file, so that it stands north or south of the squares. */
  readonly file: boolean;
}

const BESIDE = RIM / 2;
/** Where the edge is a staircase, file and rank names share a step: each moves away from the other. */
const ASIDE = 0.17;

/** The names of files and ranks just outside the first and last square of each. */
export function coordinates(board: BoardShape): Coordinate[] {
  const { files, ranks } = board;
  const has = (file: number, rank: number) => onBoard(board, file, rank);
  const named: Coordinate[] = [];
  const add = (text: string, file: boolean, line: number, cross: number, out: 1 | -1, far: boolean) => {
    const there = (along: number) => (file ? has(line + along, cross + out) : has(cross + out, line + along));
    const shift = there(-1) ? ASIDE : there(1) ? -ASIDE : 0;
    const along = line + 0.5 + shift;
    const away = cross + 0.5 + out * (0.5 + (shift ? BESIDE * 0.8 : BESIDE));
    named.push({ text, at: file ? [along, away] : [away, along], far, file });
  };
  for (let file = 0; file < files; file++) {
    const of = Array.from({ length: ranks }, (_, rank) => rank).filter((rank) => has(file, rank));
    const name = String.fromCharCode(97 + file);
    if (!of.length) continue;
    add(name, true, file, Math.min(...of), -1, false);
    add(name, true, file, Math.max(...of), 1, true);
  }
  for (let rank = 0; rank < ranks; rank++) {
    const of = Array.from({ length: files }, (_, file) => file).filter((file) => has(file, rank));
    if (!of.length) continue;
    add(String(rank + 1), false, rank, Math.min(...of), -1, false);
    add(String(rank + 1), false, rank, Math.max(...of), 1, true);
  }
  return named;
}
