/** The pieces of Caminos: rounded cubes whose colour also carries a sign, all of a colour in one mesh. */

import {
  CanvasTexture,
  Color,
  InstancedMesh,
  Matrix4,
  type Material,
  MeshLambertMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Scene as World,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { CubePiece } from '../drawing';
import { CUBE_PAINT, CUBE_SIGN, type CubeColour } from '../palette';
import { squareAt, type BoardShape } from '../squares';
import { cubeSign } from '../cubesigns';
import { newCanvas, paint, smoothNoise } from './noise';
import { xOf, zOf } from './place';
import { CUBE } from './shapes';

const MOST = 160;
const COLOURS: readonly CubeColour[] = ['yellow', 'green', 'neutral'];

/** Pale wood to be tinted, with the colour's sign burnt in. */
function cubePicture(colour: CubeColour): HTMLCanvasElement {
  const size = 160;
  const [canvas, pen] = newCanvas(size, size);
  const noise = smoothNoise(12, 5, 53);
  paint(pen, size, size, (x, y) => {
    const v = 236 + (noise((x / size) * 5, (y / size) * 53) - 0.5) * 22;
    return [v, v, v];
  });
  pen.lineWidth = 7;
  pen.strokeStyle = 'rgba(0,0,0,.16)';
  pen.strokeRect(0, 0, size, size);
  pen.translate(size / 2, size / 2);
  pen.scale(size, size);
  pen.lineWidth = 0.045;
  pen.lineCap = pen.lineJoin = 'round';
  pen.globalAlpha = 0.75;
  pen.strokeStyle = pen.fillStyle = CUBE_SIGN[colour];
  pen.stroke(new Path2D(cubeSign(colour)));
  return canvas;
}

export class CubeField {
  private readonly meshes = new Map<CubeColour, InstancedMesh>();
  private readonly materials: Material[] = [];
  private readonly geometry = new RoundedBoxGeometry(CUBE, CUBE, CUBE, 2, 0.07);
  private shown: readonly CubePiece[] = [];

  constructor(
    private readonly world: World,
    private readonly rich: boolean,
    private readonly anisotropy: number,
  ) {}

  private mesh(colour: CubeColour): InstancedMesh {
    let mesh = this.meshes.get(colour);
    if (!mesh) {
      const map = new CanvasTexture(cubePicture(colour));
      map.colorSpace = SRGBColorSpace;
      map.anisotropy = this.anisotropy;
      const material = this.rich
        ? new MeshStandardMaterial({ map, roughness: 0.5 })
        : new MeshLambertMaterial({ map });
      this.materials.push(material);
      mesh = new InstancedMesh(this.geometry, material, MOST);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.meshes.set(colour, mesh);
      this.world.add(mesh);
    }
    return mesh;
  }

  /** True if anything has changed. `lift` raises the last piece, for its way down. */
  show(pieces: readonly CubePiece[], board: BoardShape, lift = 0): boolean {
    if (pieces === this.shown && lift === 0 && pieces.length === 0) return false;
    this.shown = pieces;
    const counts = new Map<CubeColour, number>();
    const matrix = new Matrix4();
    const tint = new Color();
    pieces.forEach((piece, index) => {
      const colour = piece.colour as CubeColour;
      const mesh = this.mesh(colour);
      tint.set(CUBE_PAINT[colour][piece.shade]);
      // Pieces of one colour that touch are still told apart: each has its own breath of shade.
      tint.offsetHSL(0, 0, ((index * 37) % 5) * 0.012 - 0.024);
      for (const [file, rank, level] of piece.cubes) {
        const at = counts.get(colour) ?? 0;
        const square = squareAt(file, rank);
        const height = level + CUBE / 2 + 0.01 + (index === pieces.length - 1 ? lift : 0);
        mesh.setMatrixAt(at, matrix.makeTranslation(xOf(board, square), height, zOf(board, square)));
        mesh.setColorAt(at, tint);
        counts.set(colour, at + 1);
      }
    });
    for (const colour of COLOURS) {
      const mesh = this.meshes.get(colour);
      if (!mesh) continue;
      mesh.count = counts.get(colour) ?? 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
    return true;
  }

  dispose(): void {
    for (const mesh of this.meshes.values()) mesh.dispose();
    for (const material of this.materials) material.dispose();
    this.geometry.dispose();
  }
}
