/** The stone as a solid, with its faces laid into the stone picture. */

import { BufferAttribute, type BufferGeometry } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { otherStone, type StoneColour } from '../palette';
import { faceRect, type FaceRect } from './stonework';

/** A little less than a square, so that neighbours stay apart. */
const STONE_WIDTH = 0.955;
export const STONE_HEIGHT = 1.93;

/** Move each of the six faces' texture coordinates into its rectangle of the picture. */
function layFaces(geometry: BufferGeometry, faces: readonly FaceRect[]): BufferGeometry {
  const uv = geometry.getAttribute('uv') as BufferAttribute;
  const perFace = uv.count / 6;
  for (let i = 0; i < uv.count; i++) {
    const [left, bottom, width, height] = faces[Math.floor(i / perFace)] as FaceRect;
    uv.setXY(i, left + uv.getX(i) * width, bottom + uv.getY(i) * height);
  }
  geometry.clearGroups();
  return geometry;
}

/** A standing stone centred on the origin: faces in the order east, west, top, bottom, south, north. */
function stoneGeometry(top: StoneColour, axis: StoneColour, variant: number): BufferGeometry {
  const side = (colour: StoneColour) => faceRect('side', colour, variant);
  const end = (colour: StoneColour) => faceRect('end', colour, variant);
  return layFaces(new RoundedBoxGeometry(STONE_WIDTH, STONE_HEIGHT, STONE_WIDTH, 2, 0.055), [
    side(axis),
    side(axis),
    end(top),
    end(otherStone(top)),
    side(otherStone(axis)),
    side(otherStone(axis)),
  ]);
}

/** All four colourings of a stone, made once. */
export class StoneShapes {
  private readonly made = new Map<string, BufferGeometry>();

  get(top: StoneColour, axis: StoneColour, variant: number): BufferGeometry {
    const key = `${top} ${axis} ${variant}`;
    let geometry = this.made.get(key);
    if (!geometry) {
      geometry = stoneGeometry(top, axis, variant);
      this.made.set(key, geometry);
    }
    return geometry;
  }

  dispose(): void {
    for (const geometry of this.made.values()) geometry.dispose();
  }
}
