/** The still life around the game: the board, and the table it stands on. */

import {
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  PlaneGeometry,
  ShadowMaterial,
  SRGBColorSpace,
  type Material,
  type Scene as World,
} from 'three';
import type { BoardShape } from '../squares';
import { holes, RIM, woodOutline, type Point } from '../wood';
import { newCanvas } from './noise';
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

/** How far around the board things beside it throw shadows, in squares. */
const AROUND = 3.4;
/** How far the board's own shade reaches. */
const SHADE = 0.62;
const SHADES = 24;

/**
 * The shade in which the board stands, from above. The page itself is the table: nothing else is drawn of it, so that
 * there is no edge where the picture ends, and no lighter or darker box around the board.
 */
function shadePicture(outline: readonly Point[], board: BoardShape, half: number): HTMLCanvasElement {
  const size = 512;
  const [canvas, pen] = newCanvas(size, size);
  const scale = size / (2 * half);
  pen.translate(size / 2, size / 2);
  pen.beginPath();
  for (const [x, y] of outline) pen.lineTo((x - board.files / 2) * scale, (board.ranks / 2 - y) * scale);
  pen.closePath();
  // Built from many thin layers, because not every browser can blur a canvas; the widest are the faintest.
  pen.lineJoin = 'round';
  pen.fillStyle = 'rgba(14,8,4,.36)';
  pen.fill();
  for (let layer = 1; layer <= SHADES; layer++) {
    const out = layer / SHADES;
    pen.strokeStyle = `rgba(14,8,4,${0.036 * (1 - out) ** 1.2 + 0.003})`;
    pen.lineWidth = 2 * SHADE * scale * out;
    pen.stroke();
  }
  return canvas;
}

/** A sheet on the table, `half` squares to each side of the middle. */
function onTable(half: number, material: Material): Mesh {
  const sheet = new Mesh(new PlaneGeometry(2 * half, 2 * half), material);
  sheet.rotation.x = -Math.PI / 2;
  sheet.position.y = -THICKNESS;
  sheet.renderOrder = -1;
  return sheet;
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

    const half = Math.max(board.files, board.ranks) / 2 + RIM + SHADE + 0.1;
    const map = picture(shadePicture(woodOutline(board), board, half), anisotropy);
    const shade = onTable(half, new MeshBasicMaterial({ map, transparent: true, depthWrite: false }));
    this.meshes = [slab, shade];
    if (rich) {
      const fallen = new ShadowMaterial({ opacity: 0.3, depthWrite: false });
      const ground = onTable(Math.max(board.files, board.ranks) / 2 + AROUND, fallen);
      ground.receiveShadow = true;
      this.meshes = [...this.meshes, ground];
    }
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
