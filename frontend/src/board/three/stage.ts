/** The three-dimensional board: shows one drawing after another and says what lies under the pointer. */

import { NeutralToneMapping, PCFShadowMap, Scene as World, WebGLRenderer } from 'three';
import type { Drawing } from '../drawing';
import type { BoardEvent } from '../events';
import { Motion } from '../motion';
import type { BoardShape, Square } from '../squares';
import { woodOutline } from '../wood';
import type { Extent } from './camera';
import { ContactShadows } from './contacts';
import { Effects } from './effects';
import type { Layer, MakeLayer, Perspective, Shown } from './layer';
import { Lens } from './lens';
import { Lights } from './lights';
import { Marks } from './marks';
import { hiding, isTouched, pickSquare, pickThing, xOf, zOf } from './place';
import { quality } from './quality';
import { Table } from './table';

export interface StageOptions {
  /** Makes the game's own things. */
  readonly layer: MakeLayer;
  readonly board: BoardShape;
  readonly rich: boolean;
  readonly still: boolean;
  /** How many quarter turns bring the viewer's own side to the front. */
  readonly quarter: number;
  readonly bird: boolean;
  readonly happened: (event: BoardEvent) => void;
  /** The camera has come to rest. */
  readonly settled: () => void;
  /** The first picture is there. */
  readonly drawn?: () => void;
}

const NOTHING: Shown = {
  heights: new Map(),
  targets: new Map(),
  held: null,
  moving: [],
  arriving: [],
  lines: [],
  through: [],
  plates: [],
  badges: [],
};

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly lens: Lens;
  private readonly lights: Lights;
  private readonly motion: Motion;
  private readonly table: Table;
  private readonly layer: Layer;
  private readonly marks: Marks;
  private readonly contacts: ContactShadows;
  private readonly effects: Effects | null;
  private readonly wood: Extent['corners'];
  private drawing: Drawing | null = null;
  private shown: Shown = NOTHING;
  private frame = 0;
  private seen = false;
  private room = { high: 0, beyond: 0 };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: StageOptions,
  ) {
    const { board, rich, still, quarter, bird, settled } = options;
    this.renderer = new WebGLRenderer({ canvas, antialias: rich, alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = rich;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    const anisotropy = rich ? Math.min(8, this.renderer.capabilities.getMaxAnisotropy()) : 1;
    this.motion = new Motion(() => this.draw());
    this.wood = woodOutline(board).map(([x, y]) => [x - board.files / 2, board.ranks / 2 - y] as const);
    this.lens = new Lens({
      ...{ canvas, motion: this.motion, still, quarter, bird },
      settled: () => {
        // From above other things are shown than from a seat.
        if (this.drawing) this.show(this.drawing);
        settled();
      },
      extent: () => this.extent(),
      moved: () => this.draw(),
    });
    this.lights = new Lights(this.world, rich, Math.max(board.files, board.ranks) * 0.72 + 3.4, quarter);
    this.table = new Table(this.world, board, rich, anisotropy, quarter % 2 === 1);
    this.contacts = new ContactShadows(this.world);
    this.effects = rich && !still ? new Effects(this.world, board, this.motion) : null;
    this.layer = options.layer({
      ...{ world: this.world, board, rich, anisotropy, motion: this.motion },
      ...{ contacts: this.contacts, effects: this.effects, happened: options.happened },
      shake: () => this.lens.shake(),
      moved: () => (this.renderer.shadowMap.needsUpdate = true),
      landed: () => {
        if (this.drawing) this.show(this.drawing);
      },
    });
    this.marks = new Marks(this.world, this.contacts);
  }

  /** The quarter turns nearest to what is seen now. */
  get facing(): number {
    return this.lens.facing;
  }

  /** Whether the board is seen as the seat sees it by itself. */
  get home(): boolean {
    return this.lens.home;
  }

  /** True if other things stand on the squares than before, or reach higher. */
  show(drawing: Drawing): boolean {
    const { drawing: before, shown } = this;
    this.drawing = drawing;
    if (!before || this.outgrown(drawing)) this.lens.aim();
    const animate = drawing.animate && before !== null && !this.options.still;
    this.shown = this.layer.show(drawing, this.perspective, animate);
    this.marks.show(drawing, this.shown);
    this.uncover(drawing);
    this.draw();
    return this.shown.heights !== shown.heights || this.shown.targets !== shown.targets;
  }

  /** What stands before the square that is pointed at, or before what the engine advises, is seen through. */
  private uncover({ board, hovered, hint }: Drawing): void {
    const attended = new Set(hovered ? [hovered] : hint);
    this.layer.fade(attended.size ? hiding(board, this.shown.heights, attended, this.lens.eye) : attended);
  }

  private get perspective(): Perspective {
    const { files, ranks } = this.options.board;
    const { quarter, bird } = this.lens;
    const [across, away] = quarter % 2 ? [ranks / 2, files / 2] : [files / 2, ranks / 2];
    return { across, away, quarter, bird };
  }

  private outgrown(drawing: Drawing): boolean {
    const { high, beyond } = this.layer.extent(drawing, this.perspective);
    return high > this.room.high || beyond > this.room.beyond;
  }

  private extent(): Extent {
    if (this.drawing) this.room = this.layer.extent(this.drawing, this.perspective);
    return { corners: this.wood, ...this.room, quarter: this.lens.quarter };
  }

  /** Turn to a seat, or up to the bird's-eye view and back. */
  face(quarter: number, bird: boolean): void {
    this.lens.face(quarter, bird);
    this.lights.face(quarter);
    this.renderer.shadowMap.needsUpdate = true;
    if (this.drawing) this.show(this.drawing);
  }

  reset(): void {
    this.lens.reset();
  }

  orbit(dx: number, dy: number): void {
    this.lens.orbit(dx, dy);
  }

  /** Closer or further, towards a point of the canvas. */
  zoom(factor: number, x: number, y: number): void {
    this.lens.zoom(factor, x, y);
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    const { pixels, shadows } = quality.finish;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, this.options.rich ? pixels : 1));
    this.lights.sun.castShadow = this.options.rich && shadows;
    this.renderer.setSize(width, height, false);
    this.renderer.shadowMap.needsUpdate = true;
    this.lens.aim();
  }

  /** The square under a point of the canvas, or the square of the thing there, as the drawing says. */
  pick(x: number, y: number): Square | null {
    const { origin, direction } = this.lens.ray(x, y);
    const { board } = this.options;
    const { heights, targets } = this.shown;
    return this.drawing?.picks === 'things'
      ? pickThing(board, heights, origin, direction)
      : pickSquare(board, targets, origin, direction);
  }

  /** Where what is in hand stands on the canvas, if this point of the canvas touches it. */
  grip(x: number, y: number): [x: number, y: number] | null {
    const { held } = this.shown;
    if (!held) return null;
    const { origin, direction } = this.lens.ray(x, y);
    return isTouched(this.options.board, held.heights, origin, direction) ? this.project(held.grip) : null;
  }

  /** The square whose things, or whose wood, are seen at a point of the canvas. */
  touched(x: number, y: number): Square | null {
    const { origin, direction } = this.lens.ray(x, y);
    return pickSquare(this.options.board, this.shown.heights, origin, direction);
  }

  /** Where the middle of a square, at the height of what is on it, appears on the canvas. */
  project(square: Square): [x: number, y: number] {
    const { board } = this.options;
    const { targets, heights } = this.shown;
    const height = targets.get(square) ?? heights.get(square) ?? 0;
    return this.lens.project([xOf(board, square), height, zOf(board, square)]);
  }

  private draw(): void {
    this.frame ||= requestAnimationFrame((time) => {
      this.frame = 0;
      if (!this.motion.busy) quality.rest();
      else if (quality.frame(time)) this.resize();
      this.renderer.render(this.world, this.lens.camera);
      if (this.drawing && !this.seen) {
        this.seen = true;
        this.options.drawn?.();
      }
    });
  }

  dispose(): void {
    this.motion.stop();
    cancelAnimationFrame(this.frame);
    for (const part of [this.table, this.layer, this.marks, this.contacts, this.lights]) part.dispose();
    this.effects?.dispose();
    this.renderer.dispose();
    // Browsers keep few contexts alive: a board that is gone must not cost a later one its own.
    this.renderer.forceContextLoss();
  }
}
