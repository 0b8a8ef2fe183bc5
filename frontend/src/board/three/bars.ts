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
import { DIRECTIONS, neighbour, STEP, type BoardShape, type Square } from '../squares';
import { xOf, zOf } from './place';

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

/** The line around a group of squares, at the height of the things on them. */
export function outlineBars(
  board: BoardShape,
  squares: readonly Square[],
  heights: ReadonlyMap<Square, number>,
  colour: string,
): Bar[] {
  const inside = new Set(squares);
  return squares.flatMap((square) => {
    const y = (heights.get(square) ?? 0) + 0.01;
    return DIRECTIONS.flatMap((direction): Bar[] => {
      const next = neighbour(board, square, direction);
      if (next && inside.has(next)) return [];
      const [dx, ranks] = STEP[direction];
      const dz = -ranks;
      const reach = 0.5 - THICK / 2 - 0.012;
      return [
        {
          at: [xOf(board, square) + dx * reach, y, zOf(board, square) + dz * reach],
          size: dx ? [THICK, 0.035, 0.976] : [0.976, 0.035, THICK],
          colour,
        },
      ];
    });
  });
}

/** A way over the tops and along the walls between them, a pale band on a dark one. */
export function pathBars(
  board: BoardShape,
  squares: readonly Square[],
  heights: ReadonlyMap<Square, number>,
): Bar[] {
  return [
    ...bandBars(board, squares, heights, 0.2, 0.03, DARK),
    ...bandBars(board, squares, heights, 0.12, 0.05, CALM),
  ];
}

function bandBars(
  board: BoardShape,
  squares: readonly Square[],
  heights: ReadonlyMap<Square, number>,
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

  constructor(world: World, most: number, geometry: BufferGeometry = new BoxGeometry(1, 1, 1), opacity = 1) {
    const material = new MeshBasicMaterial({
      toneMapped: false,
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity === 1,
    });
    this.mesh = new InstancedMesh(geometry, material, most);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
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
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.dispose();
  }
}

/** A flat square to be scaled, for marks on the board. */
export const flatSquare = (side = 1): BufferGeometry => new PlaneGeometry(side, side).rotateX(-Math.PI / 2);
