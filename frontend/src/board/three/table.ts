/** The still life around the game: lights, the board, and the shadow it throws on the table. */

import {
  CanvasTexture,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  PlaneGeometry,
  ShadowMaterial,
  SRGBColorSpace,
  type Material,
  type Scene as World,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { BoardShape } from '../squares';
import { boardPicture, frameSide, RIM } from './woodwork';

const THICKNESS = 0.5;

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

/** Low sun from the west and a cool sky; returns the sun, whose shadows follow the stones. */
export function light(world: World, rich: boolean, reach: number): DirectionalLight {
  world.add(new HemisphereLight('#fffaf2', '#8a7460', rich ? 1.75 : 2));
  const sun = new DirectionalLight('#fff1dc', rich ? 2.6 : 2);
  sun.position.set(-6.4, 11, 5.2);
  sun.castShadow = rich;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.radius = 5;
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.025;
  Object.assign(sun.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: 40,
  });
  const fill = new DirectionalLight('#dfe8ff', 1.1);
  fill.position.set(5, 5, 9);
  world.add(sun, fill);
  return sun;
}

export class Table {
  private readonly slab: Mesh;
  private readonly ground: Mesh;

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
      roughness: 0.62,
    });
    const side = matter(rich, { map: picture(frameSide(), anisotropy), roughness: 0.55 });
    const shape = new RoundedBoxGeometry(board.files + 2 * RIM, THICKNESS, board.ranks + 2 * RIM, 3, 0.08);
    this.slab = new Mesh(shape, [side, side, top, side, side, side]);
    this.slab.position.y = -THICKNESS / 2;
    this.slab.receiveShadow = this.slab.castShadow = true;
    this.ground = new Mesh(new PlaneGeometry(90, 90), new ShadowMaterial({ opacity: rich ? 0.34 : 0 }));
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.position.y = -THICKNESS;
    this.ground.receiveShadow = true;
    world.add(this.slab, this.ground);
  }

  dispose(): void {
    for (const mesh of [this.slab, this.ground]) {
      this.world.remove(mesh);
      mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) {
        (material as MeshStandardMaterial).map?.dispose();
        material.dispose();
      }
    }
  }
}
