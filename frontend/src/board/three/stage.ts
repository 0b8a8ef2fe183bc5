/** The three-dimensional board: shows one drawing after another and says what lies under the pointer. */

import {
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as World,
  Vector3,
  WebGLRenderer,
  type DirectionalLight,
} from 'three';
import type { StoneTheme } from '../../settings.svelte';
import type { Drawing } from '../drawing';
import type { BoardShape, Square } from '../squares';
import { axes, between, birdView, fit, homeView, isBird, orbit, zoomBy, type Viewpoint } from './camera';
import type { Layer, MakeLayer, Outlook, Shown } from './layer';
import { Marks } from './marks';
import { Motion } from '../motion';
import { pickSquare, xOf, zOf } from './place';
import { light, Table } from './table';
import { RIM } from './woodwork';

export interface StageOptions {
  /** Makes the game's own things. */
  readonly layer: MakeLayer;
  readonly board: BoardShape;
  readonly theme: StoneTheme;
  readonly rich: boolean;
  readonly still: boolean;
  /** How many quarter turns bring the viewer's own side to the front. */
  readonly quarter: number;
  readonly bird: boolean;
  /** The camera has come to rest. */
  readonly settled: () => void;
}

const RISE_MS = 650;
const NOTHING: Shown = {
  heights: new Map(),
  solid: new Map(),
  moving: [],
  lines: [],
  plates: [],
  badges: [],
};

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly camera = new PerspectiveCamera(28, 1, 0.1, 900);
  private readonly sun: DirectionalLight;
  private readonly motion: Motion;
  private readonly table: Table;
  private readonly layer: Layer;
  private readonly marks: Marks;
  private view: Viewpoint;
  private quarter: number;
  private drawing: Drawing | null = null;
  private shown: Shown = NOTHING;
  private frame = 0;
  private beyond = 0;
  private stopTurning: () => void = () => undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: StageOptions,
  ) {
    const { board, theme, rich } = options;
    this.renderer = new WebGLRenderer({ canvas, antialias: rich, alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = rich;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    const anisotropy = rich ? Math.min(8, this.renderer.capabilities.getMaxAnisotropy()) : 1;
    this.motion = new Motion(() => this.draw());
    this.sun = light(this.world, rich, Math.max(board.files, board.ranks) * 0.72 + 3.4);
    this.table = new Table(this.world, board, rich, anisotropy, options.quarter % 2 === 1);
    this.layer = options.layer({
      world: this.world,
      board,
      theme,
      rich,
      anisotropy,
      motion: this.motion,
      moved: () => (this.renderer.shadowMap.needsUpdate = true),
      landed: () => {
        if (this.drawing) this.show(this.drawing);
      },
    });
    this.marks = new Marks(this.world);
    this.quarter = options.quarter;
    this.view = options.bird ? birdView(options.quarter) : this.home();
  }

  /** The quarter turns nearest to what is seen now. */
  get facing(): number {
    return ((Math.round(this.view.yaw / 90) % 4) + 4) % 4;
  }

  /** True if other things stand on the squares than before, or reach higher. */
  show(drawing: Drawing): boolean {
    const { drawing: before, shown } = this;
    this.drawing = drawing;
    if (!before || this.layer.extent(drawing, this.outlook).beyond > this.beyond) this.aim();
    const animate = drawing.animate && before !== null && !this.options.still;
    this.shown = this.layer.show(drawing, this.outlook, animate);
    this.marks.show(drawing, this.shown);
    this.draw();
    return this.shown.heights !== shown.heights;
  }

  private get outlook(): Outlook {
    const { files, ranks } = this.options.board;
    const [across, away] = this.quarter % 2 ? [ranks / 2, files / 2] : [files / 2, ranks / 2];
    return { across, away, quarter: this.quarter };
  }

  private home(): Viewpoint {
    return homeView(this.quarter, this.canvas.clientHeight > this.canvas.clientWidth);
  }

  /** Turn to a seat, or up to the bird's-eye view and back. */
  face(quarter: number, bird: boolean): void {
    // Tipping by hand has already left the bird's-eye view.
    if (!bird && !isBird(this.view) && quarter === this.quarter) return;
    this.quarter = quarter;
    this.turnTo(bird ? birdView(quarter) : this.home());
    if (this.drawing) this.show(this.drawing);
  }

  private turnTo(target: Viewpoint): void {
    const start = this.view;
    this.stopTurning();
    this.stopTurning = this.motion.run(
      this.options.still ? 0 : RISE_MS,
      (u) => {
        this.view = u < 1 ? between(start, target, u) : target;
        this.aim();
      },
      this.options.settled,
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

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, this.options.rich ? 2 : 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.renderer.shadowMap.needsUpdate = true;
    this.aim();
  }

  private aim(): void {
    if (!this.drawing) return;
    const { board } = this.options;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { high, beyond } = this.layer.extent(this.drawing, this.outlook);
    this.beyond = beyond;
    const extent = {
      x: board.files / 2 + RIM,
      z: board.ranks / 2 + RIM,
      high,
      beyond,
      quarter: this.quarter,
    };
    const { distance, shift } = fit(this.view, extent, this.camera.aspect);
    const far = distance / this.view.zoom;
    const { up, back } = axes(this.view);
    const { x, z } = this.view;
    this.camera.fov = this.view.fov;
    this.camera.position.set(x + back[0] * far, back[1] * far, z + back[2] * far);
    this.camera.up.set(...up);
    this.camera.lookAt(x, 0, z);
    this.camera.near = Math.max(0.3, far - 24);
    this.camera.far = far + 34;
    this.camera.setViewOffset(width, height, 0, (-shift / 2) * height, width, height);
    this.camera.updateMatrixWorld();
    this.draw();
  }

  private ray(x: number, y: number) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const point = new Vector3((x / width) * 2 - 1, 1 - (y / height) * 2, 0.5).unproject(this.camera);
    const origin = this.camera.position;
    const direction = point.sub(origin).normalize();
    return {
      origin: [origin.x, origin.y, origin.z] as const,
      direction: [direction.x, direction.y, direction.z] as const,
    };
  }

  /** The square under a point of the canvas. */
  pick(x: number, y: number): Square | null {
    const { origin, direction } = this.ray(x, y);
    return pickSquare(this.options.board, this.shown.solid, origin, direction);
  }

  /** Where the middle of a square, at the height of what is on it, appears on the canvas. */
  project(square: Square): [x: number, y: number] {
    const { board } = this.options;
    const point = new Vector3(xOf(board, square), this.shown.solid.get(square) ?? 0, zOf(board, square));
    point.project(this.camera);
    return [((point.x + 1) / 2) * this.canvas.clientWidth, ((1 - point.y) / 2) * this.canvas.clientHeight];
  }

  private draw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.renderer.render(this.world, this.camera);
    });
  }

  dispose(): void {
    this.motion.stop();
    cancelAnimationFrame(this.frame);
    for (const part of [this.table, this.layer, this.marks]) part.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    // Browsers keep few contexts alive: a board that is gone must not cost a later one its own.
    this.renderer.forceContextLoss();
  }
}
