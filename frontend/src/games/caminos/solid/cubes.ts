/** The pieces of Caminos: rounded cubes whose colour also carries a sign, all of a colour in one mesh. */

import { Color, InstancedMesh, Matrix4, type Material, type Scene as World } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { squareAt, type BoardShape, type Square } from '../../../board/squares';
import { newCanvas, paint, smoothNoise } from '../../../board/three/noise';
import { xOf, zOf } from '../../../board/three/place';
import { matter, picture } from '../../../board/three/table';
import { SIGNS } from '../signs';
import type { CubeColour, CubePiece } from '../things';

export const CUBE = 0.965;
const MOST = 160;
const COLOURS: readonly CubeColour[] = ['yellow', 'green', 'neutral'];

/** The signs are darker than on the flat board: there the wood is not lit. */
const BURNT: Readonly<Record<CubeColour, string>> = {
  yellow: '#7a5210',
  green: '#123f22',
  neutral: '#152f52',
};

/** The paint of each colour and of the team-mates' deeper shade, as the page's style sheet has it. */
function readPaints(): (piece: CubePiece) => string {
  const style = getComputedStyle(document.documentElement);
  const names = COLOURS.flatMap((colour) => [colour, `${colour}-mate`]);
  const paints = new Map(names.map((name) => [name, style.getPropertyValue(`--cube-${name}`)]));
  return ({ colour, mate }) => (mate && paints.get(`${colour}-mate`)) || (paints.get(colour) ?? '');
}

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
  pen.strokeStyle = pen.fillStyle = BURNT[colour];
  pen.stroke(new Path2D(SIGNS[colour]));
  return canvas;
}

export class CubeField {
  readonly paintOf = readPaints();
  /** One mesh for the cubes of each colour, and one for those that are seen through. */
  private readonly meshes = new Map<string, InstancedMesh>();
  private sheer: ReadonlySet<Square> = new Set();
  private readonly materials: Material[] = [];
  private readonly geometry = new RoundedBoxGeometry(CUBE, CUBE, CUBE, 2, 0.07);

  constructor(
    private readonly world: World,
    private readonly rich: boolean,
    private readonly anisotropy: number,
  ) {}

  /** Let the cubes on these squares be seen through, from the next showing on. */
  fade(squares: ReadonlySet<Square>): void {
    this.sheer = squares;
  }

  private mesh(colour: CubeColour, sheer: boolean): InstancedMesh {
    const key = `${colour} ${sheer}`;
    let mesh = this.meshes.get(key);
    if (!mesh) {
      mesh = new InstancedMesh(this.geometry, this.material(colour, sheer), MOST);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.meshes.set(key, mesh);
      this.world.add(mesh);
    }
    return mesh;
  }

  private material(colour: CubeColour, sheer: boolean): Material {
    const map = picture(cubePicture(colour), this.anisotropy);
    const material = matter(this.rich, { map, roughness: 0.5 });
    if (sheer) Object.assign(material, { transparent: true, opacity: 0.25, depthWrite: false });
    this.materials.push(material);
    return material;
  }

  /** `lift` raises the last piece, for its way down. */
  show(pieces: readonly CubePiece[], board: BoardShape, lift: number): void {
    const counts = new Map<InstancedMesh, number>();
    const matrix = new Matrix4();
    const tint = new Color();
    pieces.forEach((piece, index) => {
      tint.set(this.paintOf(piece));
      // Pieces of one colour that touch are still told apart: each has its own breath of shade.
      tint.offsetHSL(0, 0, ((index * 37) % 5) * 0.012 - 0.024);
      for (const [file, rank, level] of piece.cubes) {
        const square = squareAt(file, rank);
        const mesh = this.mesh(piece.colour, this.sheer.has(square));
        const at = counts.get(mesh) ?? 0;
        const height = level + CUBE / 2 + 0.01 + (index === pieces.length - 1 ? lift : 0);
        mesh.setMatrixAt(at, matrix.makeTranslation(xOf(board, square), height, zOf(board, square)));
        mesh.setColorAt(at, tint);
        counts.set(mesh, at + 1);
      }
    });
    for (const mesh of this.meshes.values()) {
      mesh.count = counts.get(mesh) ?? 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const mesh of this.meshes.values()) mesh.dispose();
    for (const material of this.materials) material.dispose();
    this.geometry.dispose();
  }
}
