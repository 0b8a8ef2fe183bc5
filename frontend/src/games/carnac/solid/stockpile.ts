/** The stockpile: rows of small standing stones beyond the board, as the real ones stand at Carnac. */

import {
  DynamicDrawUsage,
  InstancedMesh,
  type BufferGeometry,
  type Material,
  Matrix4,
  Vector3,
  type Scene as World,
} from 'three';
import type { Perspective } from '../../../board/three/layer';
import { randomFrom } from '../../../board/three/noise';
import { RIM } from '../../../board/wood';
import { STONE_HEIGHT } from './shapes';

/** The pile is a count to be seen at a glance, so its stones are smaller than those that are played with. */
export const PILE_SCALE = 0.42;
const GAP = 1.12 * PILE_SCALE;
/** From the edge of the wood to the middle of the first row. */
const FIRST_ROW = 0.58;
const MOST = 60;

const stonesPerRow = (across: number): number => Math.max(4, Math.floor((2 * (across + RIM)) / GAP));

/** How far the pile reaches beyond the edge of the board. */
export function stockDepth(count: number, across: number): number {
  return count ? FIRST_ROW + (Math.ceil(count / stonesPerRow(across)) - 0.5) * GAP : 0;
}

/** Where the n-th stone of the pile stands: full rows first, the nearest row the last to be used up. */
export function stockPlace(
  index: number,
  { across, away, quarter }: Omit<Perspective, 'bird'>,
): [x: number, z: number] {
  const perRow = stonesPerRow(across);
  const row = Math.floor(index / perRow);
  const column = index % perRow;
  const x = (column - (perRow - 1) / 2) * GAP;
  const z = -(away + RIM + FIRST_ROW + row * GAP);
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][quarter & 3] as [number, number];
  return [x * cos + z * sin, -x * sin + z * cos];
}

export class Stockpile {
  private readonly mesh: InstancedMesh;
  private perspective: Perspective = { across: 5, away: 3.5, quarter: 0, bird: false };
  private count = 0;

  constructor(world: World, geometry: BufferGeometry, material: Material) {
    this.mesh = new InstancedMesh(geometry, material, MOST);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    world.add(this.mesh);
  }

  /** True if anything has changed. */
  show(count: number, perspective: Perspective): boolean {
    if (count === this.count && JSON.stringify(perspective) === JSON.stringify(this.perspective))
      return false;
    this.count = count;
    this.perspective = perspective;
    const random = randomFrom(7);
    const matrix = new Matrix4();
    const upright = new Matrix4();
    const upsideDown = new Matrix4().makeRotationX(Math.PI);
    const size = new Vector3(PILE_SCALE, PILE_SCALE, PILE_SCALE);
    // From above there is no room for it: only a strip would be seen at the edge of the picture.
    const shown = perspective.bird ? 0 : Math.min(count, MOST);
    for (let i = 0; i < shown; i++) {
      const [x, z] = stockPlace(i, perspective);
      const turn = Math.floor(random() * 4) * (Math.PI / 2) + (random() - 0.5) * 0.14;
      matrix.makeRotationY(turn).multiply(random() < 0.5 ? upsideDown : upright);
      const [stray, aside] = [(random() - 0.5) * 0.03, (random() - 0.5) * 0.03];
      matrix.scale(size).setPosition(x + stray, (STONE_HEIGHT * PILE_SCALE) / 2 - 0.5, z + aside);
      this.mesh.setMatrixAt(i, matrix);
    }
    this.mesh.count = shown;
    this.mesh.instanceMatrix.needsUpdate = true;
    return true;
  }

  /** Where the next stone is taken from. */
  next(): [number, number] {
    return stockPlace(this.count, this.perspective);
  }

  dispose(): void {
    this.mesh.dispose();
  }
}
