/** The still life around the game: the board, and the table it stands on. */

import {
  CanvasTexture,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  PlaneGeometry,
  SRGBColorSpace,
  type Material,
  type Scene as World,
} from 'three';
import type { BoardShape } from '../squares';
import { holes, RIM, woodOutline, type Point } from '../wood';
import { newCanvas, paint, smoothNoise } from './noise';
import { slabGeometry, THICKNESS } from './slab';
import { boardPicture, frameSide } from './woodwork';

export function picture(canvas: HTMLCanvasElement, anisotropy: number, colour = true): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.anisotropy = anisotropy;
  if (colour) texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** A material that answers to the lights: fully, or at a fraction of the cost. */
export function matter(
  rich: boolean,
  { map, normalMap, roughness }: MeshStandardMaterialParameters,
): Material {
  if (!rich) return new MeshLambertMaterial({ map: map ?? null });
  return new MeshStandardMaterial({ map, roughness, ...(normalMap ? { normalMap } : {}) });
}

/** How far the table is seen around the board, in squares. */
const AROUND = 3.4;

/** The table from above: a patch of cloth that fades into the page, with the shade in which the board stands. */
function tablePicture(outline: readonly Point[], board: BoardShape, half: number): HTMLCanvasElement {
  const size = 512;
  const [canvas, pen] = newCanvas(size, size);
  const scale = size / (2 * half);
  const weave = smoothNoise(31, 128);
  paint(pen, size, size, (x, y) => {
    const level = 1 + 0.07 * (weave(x / 4, y / 4) - 0.5);
    return [166 * level, 155 * level, 142 * level];
  });
  pen.translate(size / 2, size / 2);
  pen.beginPath();
  for (const [x, y] of outline) pen.lineTo((x - board.files / 2) * scale, (board.ranks / 2 - y) * scale);
  pen.closePath();
  // Built from many thin layers, because not every browser can blur a canvas.
  pen.lineJoin = 'round';
  for (let layer = 0; layer < 16; layer++) {
    pen.strokeStyle = 'rgba(34,22,16,.05)';
    pen.lineWidth = scale * (0.15 + layer * 0.085);
    pen.stroke();
  }
  pen.globalCompositeOperation = 'destination-in';
  const [wide, tall] = [board.files, board.ranks].map((n) => (n / 2 + AROUND) / half) as [number, number];
  pen.scale(wide, tall);
  const fade = pen.createRadialGradient(0, 0, 0, 0, 0, size / 2);
  for (const [at, alpha] of [
    [0, 0.9],
    [0.55, 0.85],
    [0.8, 0.35],
    [1, 0],
  ] as const) {
    fade.addColorStop(at, `rgba(0,0,0,${alpha})`);
  }
  pen.fillStyle = fade;
  pen.fillRect(-size, -size, 2 * size, 2 * size);
  return canvas;
}

export class Table {
  private readonly meshes: readonly Mesh[];

  constructor(
    private readonly world: World,
    board: BoardShape,
    rich: boolean,
    anisotropy: number,
    sideways: boolean,
  ) {
    // One picture from above: fine enough for the small board, and never beyond what a phone takes.
    const unit = Math.min(160, Math.floor(2040 / (Math.max(board.files, board.ranks) + 2 * RIM)));
    const top = matter(rich, {
      map: picture(boardPicture(board, unit, sideways), anisotropy),
      roughness: 0.55,
    });
    if (holes(board).length) top.alphaTest = 0.5;
    const side = matter(rich, { map: picture(frameSide(), anisotropy), roughness: 0.5 });
    const slab = new Mesh(slabGeometry(board), [top, side]);
    slab.receiveShadow = true;

    const half = Math.max(board.files, board.ranks) / 2 + AROUND;
    const cloth = new MeshLambertMaterial({
      map: picture(tablePicture(woodOutline(board), board, half), anisotropy),
      transparent: true,
      depthWrite: false,
    });
    const ground = new Mesh(new PlaneGeometry(2 * half, 2 * half), cloth);
    ground.rotation.x = -Math.PI / 2;
    ground.position.y = -THICKNESS;
    ground.receiveShadow = true;
    ground.renderOrder = -1;
    this.meshes = [slab, ground];
    world.add(...this.meshes);
  }

  dispose(): void {
    for (const mesh of this.meshes) {
      this.world.remove(mesh);
      mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) {
        (material as MeshStandardMaterial).map?.dispose();
        material.dispose();
      }
    }
  }
}
