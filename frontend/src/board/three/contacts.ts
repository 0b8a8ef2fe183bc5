/** A soft square of shade under each thing on the board: cheap, and things seem to stand, not to hover. */

import {
  type BufferGeometry,
  CanvasTexture,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Scene as World,
} from 'three';
import type { BoardShape, Square } from '../squares';
import { flatSquare } from './bars';
import { newCanvas } from './noise';
import { xOf, zOf } from './place';

/** A shadow is wider than what throws it. */
const SPREAD = 1.5;
const HEIGHT = 0.006;

/** What is under way, seen from above: its middle and its size. */
export interface Footprint {
  readonly x: number;
  readonly z: number;
  readonly wide: number;
  readonly deep: number;
}

export class ContactShadows {
  private readonly map: CanvasTexture;
  private readonly geometry: BufferGeometry = flatSquare(SPREAD);
  private readonly resting: InstancedMesh;
  private readonly carried: InstancedMesh;

  constructor(world: World) {
    const [canvas, pen] = newCanvas(64, 64);
    // Built from many thin layers, because not every browser can blur a canvas.
    for (let i = 0; i < 14; i++) {
      pen.fillStyle = 'rgba(0,0,0,.075)';
      const inset = 2 + i * 1.15;
      pen.beginPath();
      pen.roundRect(inset, inset, 64 - 2 * inset, 64 - 2 * inset, 10 - i * 0.5);
      pen.fill();
    }
    this.map = new CanvasTexture(canvas);
    this.resting = this.mesh(270);
    this.carried = this.mesh(8);
    world.add(this.resting, this.carried);
  }

  private mesh(most: number): InstancedMesh {
    const material = new MeshBasicMaterial({ map: this.map, transparent: true, depthWrite: false });
    const mesh = new InstancedMesh(this.geometry, material, most);
    mesh.frustumCulled = false;
    mesh.count = 0;
    return mesh;
  }

  /** Under everything that is at rest. */
  show(board: BoardShape, occupied: Iterable<Square>): void {
    const matrix = new Matrix4();
    let i = 0;
    for (const square of occupied) {
      this.resting.setMatrixAt(i++, matrix.makeTranslation(xOf(board, square), HEIGHT, zOf(board, square)));
    }
    this.resting.count = i;
    this.resting.instanceMatrix.needsUpdate = true;
  }

  /** Under what is on its way, `lift` squares above the board: the higher, the wider and fainter. */
  carry(footprints: readonly Footprint[], lift: number): void {
    const matrix = new Matrix4();
    const grown = 1 + lift * 0.25;
    footprints.forEach(({ x, z, wide, deep }, i) => {
      matrix.makeScale(wide * grown, 1, deep * grown).setPosition(x, HEIGHT, z);
      this.carried.setMatrixAt(i, matrix);
    });
    this.carried.count = footprints.length;
    this.carried.instanceMatrix.needsUpdate = true;
    (this.carried.material as MeshBasicMaterial).opacity = 1 / (1 + lift * 1.4);
  }

  dispose(): void {
    for (const mesh of [this.resting, this.carried]) {
      (mesh.material as MeshBasicMaterial).dispose();
      mesh.dispose();
    }
    this.geometry.dispose();
    this.map.dispose();
  }
}
