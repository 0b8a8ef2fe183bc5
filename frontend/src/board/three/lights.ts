/** Light on the board: a low sun over the viewer's shoulder, a cool sky, and a room to be mirrored in. */

import {
  DirectionalLight,
  EquirectangularReflectionMapping,
  HemisphereLight,
  type Scene as World,
  type Texture,
} from 'three';
import { newCanvas } from './noise';
import { picture } from './table';

/** Where the sun and the fill light are for a player at the south. */
const SUN = [-5, 11, 6.5] as const;
const FILL = [6, 5, 7] as const;

export class Lights {
  readonly sun = new DirectionalLight('#fff1dc');
  private readonly fill = new DirectionalLight('#dfe8ff', 0.8);
  private readonly sky = new HemisphereLight('#fffaf2', '#8a7460');
  private readonly room: Texture | null = null;

  constructor(world: World, rich: boolean, reach: number, quarter: number) {
    this.sun.intensity = rich ? 2.7 : 2;
    this.sky.intensity = rich ? 1.3 : 2;
    this.sun.castShadow = rich;
    const { shadow } = this.sun;
    shadow.mapSize.set(2048, 2048);
    shadow.radius = 5;
    shadow.bias = -0.0004;
    shadow.normalBias = 0.025;
    Object.assign(shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 1,
      far: 40,
    });
    if (rich) {
      this.room = picture(roomPicture(), 1);
      this.room.mapping = EquirectangularReflectionMapping;
      world.environment = this.room;
      world.environmentIntensity = 0.45;
    }
    this.face(quarter);
    world.add(this.sun, this.fill, this.sky);
  }

  /** The viewer sits there now: what is turned to them is lit. */
  face(quarter: number): void {
    for (const [one, [x, y, z]] of [
      [this.sun, SUN],
      [this.fill, FILL],
    ] as const) {
      const [sin, cos] = [Math.sin((quarter * Math.PI) / 2), Math.cos((quarter * Math.PI) / 2)];
      one.position.set(x * cos + z * sin, y, z * cos - x * sin);
    }
  }

  dispose(): void {
    this.sun.dispose();
    this.room?.dispose();
  }
}

/** A bright ceiling, pale walls with a window, and a wooden floor. */
function roomPicture(): HTMLCanvasElement {
  const [canvas, pen] = newCanvas(128, 64);
  const walls = pen.createLinearGradient(0, 0, 0, 64);
  for (const [at, colour] of [
    [0, '#ffffff'],
    [0.35, '#e9e4da'],
    [0.52, '#a89d8c'],
    [0.6, '#6d5b46'],
    [1, '#4a3826'],
  ] as const) {
    walls.addColorStop(at, colour);
  }
  pen.fillStyle = walls;
  pen.fillRect(0, 0, 128, 64);
  pen.fillStyle = '#ffffff';
  for (const x of [12, 62, 96]) pen.fillRect(x, 14, 16, 14);
  return canvas;
}
