/** The camera over the board: where it stands, what it turns to, and what lies under a point of the picture. */

import { PerspectiveCamera, Vector3 } from 'three';
import type { Motion } from '../motion';
import {
  axes,
  between,
  birdView,
  fit,
  homeView,
  isBird,
  orbit,
  zoomBy,
  type Extent,
  type Vec,
  type Viewpoint,
} from './camera';

const RISE_MS = 650;
const SHAKE_MS = 220;

export interface LensOptions {
  readonly canvas: HTMLCanvasElement;
  readonly motion: Motion;
  /** Nothing moves by itself. */
  readonly still: boolean;
  readonly quarter: number;
  readonly bird: boolean;
  /** What must be in the picture. */
  readonly extent: () => Extent;
  readonly moved: () => void;
  readonly settled: () => void;
}

export class Lens {
  readonly camera = new PerspectiveCamera(28, 1, 0.1, 900);
  quarter: number;
  private view: Viewpoint;
  private jolt = 0;
  private stopTurning: () => void = () => undefined;

  constructor(private readonly options: LensOptions) {
    this.quarter = options.quarter;
    this.view = options.bird ? birdView(options.quarter) : homeView(options.quarter);
  }

  /** The quarter turns nearest to what is seen now. */
  get facing(): number {
    return ((Math.round(this.view.yaw / 90) % 4) + 4) % 4;
  }

  /** Whether the board is seen as the seat sees it by itself. */
  get home(): boolean {
    const home = isBird(this.view) ? birdView(this.quarter) : homeView(this.quarter);
    return (Object.keys(home) as (keyof Viewpoint)[]).every((name) => this.view[name] === home[name]);
  }

  /** Whether it is seen straight from above. */
  get bird(): boolean {
    return isBird(this.view);
  }

  get eye(): Vec {
    const { x, y, z } = this.camera.position;
    return [x, y, z];
  }

  /** Turn to a seat, or up to the bird's-eye view and back. */
  face(quarter: number, bird: boolean): void {
    // Tipping by hand has already left the bird's-eye view.
    if (!bird && !isBird(this.view) && quarter === this.quarter) return;
    this.quarter = quarter;
    this.turnTo(bird ? birdView(quarter) : homeView(quarter));
  }

  /** Back to the seat's own view. */
  reset(): void {
    this.turnTo(isBird(this.view) ? birdView(this.quarter) : homeView(this.quarter));
  }

  private turnTo(target: Viewpoint): void {
    const { motion, still, settled } = this.options;
    const start = this.view;
    this.stopTurning();
    this.stopTurning = motion.run(
      still ? 0 : RISE_MS,
      (u) => {
        this.view = u < 1 ? between(start, target, u) : target;
        this.aim();
      },
      settled,
    );
  }

  orbit(dx: number, dy: number): void {
    this.stopTurning();
    this.view = orbit(this.view, dx, dy);
    this.aim();
  }

  /** Closer or further, towards a point of the canvas. */
  zoom(factor: number, x: number, y: number): void {
    const { origin, direction } = this.ray(x, y);
    const t = -origin[1] / direction[1];
    const towards = t > 0 ? { x: origin[0] + t * direction[0], z: origin[2] + t * direction[2] } : null;
    this.view = zoomBy(this.view, factor, towards);
    this.aim();
  }

  /** A heavy thing has landed: the picture trembles, by a few thousandths of its height. */
  shake(): void {
    if (this.options.still) return;
    this.options.motion.run(SHAKE_MS, (u) => {
      this.jolt = u < 1 ? Math.sin(u * Math.PI * 5) * (1 - u) ** 2 * 0.005 : 0;
      this.aim();
    });
  }

  /** Fit the board into the picture as it is seen now. */
  aim(): void {
    const { clientWidth: width, clientHeight: height } = this.options.canvas;
    if (!width || !height) return;
    const { camera, view } = this;
    camera.aspect = width / height;
    const { distance, shift } = fit(view, this.options.extent(), camera.aspect);
    const far = distance / view.zoom;
    const { up, back } = axes(view);
    camera.fov = view.fov;
    camera.position.set(view.x + back[0] * far, back[1] * far, view.z + back[2] * far);
    camera.up.set(...up);
    camera.lookAt(view.x, 0, view.z);
    camera.near = Math.max(0.3, far - 24);
    camera.far = far + 34;
    camera.setViewOffset(width, height, 0, (this.jolt - shift / 2) * height, width, height);
    camera.updateMatrixWorld();
    this.options.moved();
  }

  /** What a point of the canvas looks along. */
  ray(x: number, y: number): { origin: Vec; direction: Vec } {
    const { clientWidth: width, clientHeight: height } = this.options.canvas;
    const point = new Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5).unproject(this.camera);
    const direction = point.sub(this.camera.position).normalize();
    return { origin: this.eye, direction: [direction.x, direction.y, direction.z] };
  }

  /** Where a point of the world appears on the canvas. */
  project(at: Vec): [x: number, y: number] {
    const { clientWidth: width, clientHeight: height } = this.options.canvas;
    const point = new Vector3(...at).project(this.camera);
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }
}
