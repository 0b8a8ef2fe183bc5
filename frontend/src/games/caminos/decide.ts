/** Deciding in Caminos: the piece in hand and its turns, and where it may go. The server says what is legal. */

import { fileOf, rankOf, squareAt, type Square } from '../../board/squares';
import type { CaminosLegal, OrientationView } from '../../messages';
import type { Prospect } from '../game';
import type { Cube, CubePiece } from './things';

/** A shape and which way it is turned, by its cubes written down. */
export interface HeldPiece {
  readonly shape: string;
  readonly way: string;
}

export interface PieceProspect extends Prospect {
  readonly piece: CubePiece;
}

const order = (a: Cube, b: Cube) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Cubes moved to the south-west corner and written down: equal for equal ways. */
export function wayOf(cubes: readonly Cube[]): string {
  const file = Math.min(...cubes.map((c) => c[0]));
  const rank = Math.min(...cubes.map((c) => c[1]));
  return JSON.stringify(cubes.map(([x, y, z]): Cube => [x - file, y - rank, z]).sort(order));
}

/** Turned by a quarter, clockwise as seen from above. */
export const quarterTurn = (cubes: readonly Cube[]): Cube[] => cubes.map(([x, y, z]): Cube => [y, -x, z]);

/** The ways that are quarter turns of one another share this name. */
function postureOf(cubes: readonly Cube[]): string {
  const ways = [wayOf(cubes)];
  let turning = cubes;
  for (let i = 0; i < 3; i++) ways.push(wayOf((turning = quarterTurn(turning))));
  return ways.sort()[0] as string;
}

const waysOf = (legal: CaminosLegal, shape: string): readonly OrientationView[] => legal.shapes[shape] ?? [];

/** The hand as it can be now: the same shape and way if they may still be placed, else the nearest to it. */
export function settle(legal: CaminosLegal, held: HeldPiece | null): HeldPiece | null {
  const usable = Object.keys(legal.shapes).filter((shape) => waysOf(legal, shape).length > 0);
  const shape = held && usable.includes(held.shape) ? held.shape : usable[0];
  if (!shape) return null;
  const ways = waysOf(legal, shape).map((o) => wayOf(o.cubes));
  const way = held && ways.includes(held.way) ? held.way : flattest(waysOf(legal, shape));
  return { shape, way };
}

/** The lowest way is the one to begin with. */
function flattest(orientations: readonly OrientationView[]): string {
  const height = (o: OrientationView) => o.cubes.reduce((sum, cube) => sum + cube[2], 0);
  return wayOf(orientations.reduce((a, b) => (height(b) < height(a) ? b : a)).cubes);
}

/** The next quarter turn that may be placed somewhere. */
export function turned(legal: CaminosLegal, held: HeldPiece): HeldPiece {
  const ways = new Set(waysOf(legal, held.shape).map((o) => wayOf(o.cubes)));
  let cubes = JSON.parse(held.way) as Cube[];
  for (let i = 0; i < 3; i++) {
    cubes = quarterTurn(cubes);
    if (ways.has(wayOf(cubes))) return { ...held, way: wayOf(cubes) };
  }
  return held;
}

/** The next posture: lying, on its edge, standing, mirrored. */
export function tipped(legal: CaminosLegal, held: HeldPiece): HeldPiece {
  const ways = waysOf(legal, held.shape);
  const postures = [...new Set(ways.map((o) => postureOf(o.cubes)))];
  const now = postures.indexOf(postureOf(JSON.parse(held.way) as Cube[]));
  const next = postures[(now + 1) % postures.length];
  const found = ways.find((o) => postureOf(o.cubes) === next);
  return found ? { ...held, way: wayOf(found.cubes) } : held;
}

interface Placing {
  readonly cubes: readonly Cube[];
  /** The column that is held: the one nearest to the middle of the piece. */
  readonly grip: Square;
}

/** The column of a piece by which the pointer holds it, relative to its corner. */
export function gripOf(cubes: readonly Cube[]): readonly [number, number] {
  const x = cubes.reduce((sum, c) => sum + c[0], 0) / cubes.length;
  const y = cubes.reduce((sum, c) => sum + c[1], 0) / cubes.length;
  const away = (c: Cube) => (c[0] - x) ** 2 + (c[1] - y) ** 2;
  const [file, rank] = [...cubes].sort((a, b) => away(a) - away(b) || order(a, b))[0] as Cube;
  return [file, rank];
}

/** Everywhere the piece in hand may go. */
export function placings(legal: CaminosLegal, held: HeldPiece): Placing[] {
  const orientation = waysOf(legal, held.shape).find((o) => wayOf(o.cubes) === held.way);
  if (!orientation?.at) return [];
  const [gripFile, gripRank] = gripOf(orientation.cubes);
  return orientation.at.split(' ').map((anchor) => {
    const [file, rank] = [fileOf(anchor), rankOf(anchor)];
    return {
      cubes: orientation.cubes.map(([x, y, z]): Cube => [file + x, rank + y, z]),
      grip: squareAt(file + gripFile, rank + gripRank),
    };
  });
}

/** The text of a placement: the columns in order of file then rank, `*n` where one holds several cubes. */
export function placementText(shape: string, cubes: readonly Cube[]): string {
  const columns = new Map<Square, number>();
  for (const [file, rank] of [...cubes].sort(order)) {
    const square = squareAt(file, rank);
    columns.set(square, (columns.get(square) ?? 0) + 1);
  }
  return `${shape}:${[...columns].map(([square, n]) => (n > 1 ? `${square}*${n}` : square)).join(',')}`;
}

/** How far from the square that is pointed at a piece may lie. */
const REACH = 2;

/** What choosing a square decides: the placing that covers it, or else the nearest; the piece is held in its middle. */
export function pieceProspect(
  legal: CaminosLegal,
  held: HeldPiece,
  look: Omit<CubePiece, 'cubes'>,
  square: Square,
): PieceProspect | null {
  const [file, rank] = [fileOf(square), rankOf(square)];
  const steps = (x: number, y: number) => Math.abs(x - file) + Math.abs(y - rank);
  let best: Placing | null = null;
  let least = Infinity;
  for (const placing of placings(legal, held)) {
    const near = Math.min(...placing.cubes.map(([x, y]) => steps(x, y)));
    if (near > REACH) continue;
    const grip = steps(fileOf(placing.grip), rankOf(placing.grip));
    const away = near * 100 + grip;
    if (away < least) [best, least] = [placing, away];
  }
  if (!best) return null;
  const piece: CubePiece = { ...look, cubes: best.cubes };
  return { text: placementText(held.shape, best.cubes), piece };
}
