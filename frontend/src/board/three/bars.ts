/** Thin bars in one mesh: lines around groups of squares, and paths over them. */

import {
  BoxGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  PlaneGeometry,
  type BufferGeometry,
  type Scene as World,
} from 'three';
import { DIRECTIONS, neighbour, STEP, type BoardShape, type Direction, type Square } from '../squares';
import { xOf, zOf, type Heights } from './place';

/** Centre and size of a box. */
export interface Bar {
  readonly at: readonly [number, number, number];
  readonly size: readonly [number, number, number];
  readonly colour: string;
}

/** What is touched, what is calm, what is advised, and the dark edge of pale lines. */
export const GOLD = '#ffd76a';
export const CALM = '#fff3d2';
export const ADVICE = '#7fd6ff';
const DARK = '#1d1408';

const THICK = 0.062;
const HIGH = 0.035;

/** From the middle of a square to the middle of the line along its edge. */
const REACH = 0.5 - THICK / 2 - 0.012;

/** The line around a group of squares, at the height of the things on them, closed where heights and edges meet. */
export function outlineBars(
  board: BoardShape,
  squares: readonly Square[],
  heights: Heights,
  colour: string,
): Bar[] {
  const inside = new Set(squares);
  const has = (square: Square | null): square is Square => square !== null && inside.has(square);
  const height = (square: Square) => (heights.get(square) ?? 0) + 0.01;

  /** How far the line along an edge runs to one side, and the square whose line it meets there. */
  const end = (square: Square, direction: Direction, side: Direction) => {
    const next = neighbour(board, square, side);
    if (!has(next)) return { side, far: 0.488, meets: null };
    const corner = neighbour(board, next, direction);
    return has(corner)
      ? { side, far: 1 - REACH + THICK / 2, meets: corner }
      : { side, far: 0.5, meets: next };
  };

  return squares.flatMap((square) =>
    DIRECTIONS.filter((direction) => !has(neighbour(board, square, direction))).flatMap(
      (direction): Bar[] => {
        const [dx, ranks] = STEP[direction];
        const [x, z] = [xOf(board, square) + dx * REACH, zOf(board, square) - ranks * REACH];
        const y = height(square);
        const ends = (dx ? (['S', 'N'] as const) : (['E', 'W'] as const)).map((side) =>
          end(square, direction, side),
        ) as [ReturnType<typeof end>, ReturnType<typeof end>];
        const shift = (ends[0].far - ends[1].far) / 2;
        const long = ends[0].far + ends[1].far;
        return [
          {
            at: dx ? [x, y, z + shift] : [x + shift, y, z],
            size: dx ? [THICK, HIGH, long] : [long, HIGH, THICK],
            colour,
          },
          ...ends.flatMap(({ side, far, meets }) => {
            const drop = meets ? y - height(meets) : 0;
            const reach = far > 0.5 ? far - THICK / 2 : far;
            const [sx, sr] = STEP[side];
            const at = [x + sx * reach, y - drop / 2, z - sr * reach] as const;
            return drop > 0 ? [{ at, size: [THICK, drop + HIGH, THICK] as const, colour }] : [];
          }),
        ];
      },
    ),
  );
}

/** A way over the tops and along the walls between them, a pale band on a dark one. */
export function pathBars(board: BoardShape, squares: readonly Square[], heights: Heights): Bar[] {
  return [...bandBars(board, squares, heights, 0.2, 0.03, DARK), ...walkBars(board, squares, heights)];
}

/** The pale band alone. */
export const walkBars = (board: BoardShape, squares: readonly Square[], heights: Heights): Bar[] =>
  bandBars(board, squares, heights, 0.12, 0.05, CALM);

function bandBars(
  board: BoardShape,
  squares: readonly Square[],
  heights: Heights,
  width: number,
  thick: number,
  colour: string,
): Bar[] {
  const bars: Bar[] = [];
  squares.forEach((square, i) => {
    const height = heights.get(square) ?? 0;
    const [x, z, y] = [xOf(board, square), zOf(board, square), height + thick / 2];
    bars.push({ at: [x, y, z], size: [width, thick, width], colour });
    for (const next of [squares[i - 1], squares[i + 1]]) {
      if (!next) continue;
      const [dx, dz] = [xOf(board, next) - x, zOf(board, next) - z];
      bars.push({
        at: [x + dx / 4, y, z + dz / 4],
        size: dx ? [0.5, thick, width] : [width, thick, 0.5],
        colour,
      });
      const drop = height - (heights.get(next) ?? 0);
      if (drop > 0) {
        bars.push({
          at: [x + dx * 0.5, height - drop / 2, z + dz * 0.5],
          size: dx ? [thick, drop, width] : [width, drop, thick],
          colour,
        });
      }
    }
  });
  return bars;
}

export class Bars {
  private readonly mesh: InstancedMesh;

  /** With `through` they are seen through whatever stands before them. */
  constructor(
    world: World,
    most: number,
    geometry: BufferGeometry = new BoxGeometry(1, 1, 1),
    opacity = 1,
    through = false,
  ) {
    const material = new MeshBasicMaterial({
      toneMapped: false,
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity === 1,
      depthTest: !through,
    });
    this.mesh = new InstancedMesh(geometry, material, most);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    if (through) this.mesh.renderOrder = 4;
    world.add(this.mesh);
  }

  show(bars: readonly Bar[]): void {
    const matrix = new Matrix4();
    const colour = new Color();
    const count = Math.min(bars.length, this.mesh.instanceMatrix.count);
    for (let i = 0; i < count; i++) {
      const { at, size, colour: name } = bars[i] as Bar;
      matrix.makeScale(...size).setPosition(...at);
      this.mesh.setMatrixAt(i, matrix);
      this.mesh.setColorAt(i, colour.set(name));
    }
    this.mesh.count = count;
    this.mesh.visible = count > 0;
    if (!count) return;
    // Of a mesh for hundreds of bars only those that are shown go to the graphics chip.
    for (const given of [this.mesh.instanceMatrix, this.mesh.instanceColor]) {
      given?.addUpdateRange(0, count * given.itemSize);
      if (given) given.needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.dispose();
  }
}

/** A flat square to be scaled, for marks on the board. */
export const flatSquare = (side = 1): BufferGeometry => new PlaneGeometry(side, side).rotateX(-Math.PI / 2);
