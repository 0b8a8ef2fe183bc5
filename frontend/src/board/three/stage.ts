/** The three-dimensional board: shows one drawing after another and says what lies under the pointer. */

import {
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as World,
  Vector3,
  WebGLRenderer,
  type DirectionalLight,
  type Material,
} from 'three';
import { heights, unmarked, type Drawing, type Stone } from '../drawing';
import { settling } from '../pace';
import type { StoneTheme } from '../palette';
import type { BoardShape, Square } from '../squares';
import { axes, between, birdView, fit, homeView, isBird, orbit, zoomBy, type Viewpoint } from './camera';
import { CubeField } from './cubes';
import { Ghosts } from './ghosts';
import { Marks } from './marks';
import { Motion } from './motion';
import { pickSquare, xOf, zOf } from './place';
import { StoneShapes } from './shapes';
import { stockDepth, Stockpile } from './stockpile';
import { StoneField } from './stones';
import { stonePicture, stoneRelief } from './stonework';
import { light, matter, picture, Table } from './table';
import { RIM } from './woodwork';

export interface StageOptions {
  readonly board: BoardShape;
  readonly theme: StoneTheme;
  /** Shadows, relief and smooth edges; without them a machine that has no graphics chip keeps up. */
  readonly rich: boolean;
  readonly still: boolean;
  /** How many quarter turns bring the viewer's own side to the front. */
  readonly quarter: number;
  readonly bird: boolean;
  /** The camera has come to rest. */
  readonly settled: () => void;
}

const RISE_MS = 650;
/** A lying stone, a standing one, and what is kept free for towers of Caminos, of which the farthest may be cut. */
const LYING = 1;
const STANDING = 2;
const TOWER = 2.4;

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly world = new World();
  private readonly camera = new PerspectiveCamera(28, 1, 0.1, 900);
  private readonly sun: DirectionalLight;
  private readonly shapes = new StoneShapes();
  private readonly stoneMaterial: Material;
  private readonly motion: Motion;
  private readonly disposables: { dispose(): void }[];
  private readonly table: Table;
  private readonly stones: StoneField;
  private readonly cubes: CubeField;
  private readonly stock: Stockpile;
  private readonly ghosts: Ghosts;
  private readonly marks: Marks;
  private view: Viewpoint;
  private quarter: number;
  private drawing: Drawing | null = null;
  private tall: ReadonlyMap<Square, number> = new Map();
  /** The same with the falls that may be chosen, which can be pointed at like stones. */
  private solid: ReadonlyMap<Square, number> = new Map();
  private frame = 0;
  private depth = 0;
  private moving: Stone | null = null;
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
    const map = picture(stonePicture(theme), anisotropy);
    const relief = rich ? { normalMap: picture(stoneRelief(), anisotropy, false) } : {};
    this.stoneMaterial = matter(rich, { map, roughness: 0.58, ...relief });
    const ghostMaterial = this.stoneMaterial.clone();
    Object.assign(ghostMaterial, { transparent: true, opacity: 0.72, depthWrite: false });
    this.disposables = [this.stoneMaterial, ghostMaterial, map, ...Object.values(relief)];
    const moved = () => (this.renderer.shadowMap.needsUpdate = true);
    this.stones = new StoneField(this.world, this.shapes, this.stoneMaterial, this.motion, moved);
    this.stock = new Stockpile(this.world, this.shapes.get('red', 'white', 1), this.stoneMaterial);
    this.cubes = new CubeField(this.world, rich, anisotropy);
    this.ghosts = new Ghosts(this.world, this.shapes, ghostMaterial, theme);
    this.marks = new Marks(this.world, theme);
    this.quarter = options.quarter;
    this.view = options.bird ? birdView(options.quarter) : this.home();
  }

  get isBird(): boolean {
    return isBird(this.view);
  }

  /** The quarter turns nearest to what is seen now. */
  get facing(): number {
    return ((Math.round(this.view.yaw / 90) % 4) + 4) % 4;
  }

  quarterIs(quarter: number): boolean {
    return this.quarter === quarter;
  }

  show(drawing: Drawing): void {
    const before = this.drawing;
    this.drawing = drawing;
    const { board } = drawing;
    const animate = drawing.animate && before !== null && !this.options.still;
    if (!before || stockDepth(drawing.stock, this.halves().across) > this.depth) this.aim();
    if (drawing.stones !== before?.stones || drawing.pieces !== before.pieces) {
      this.tall = heights(drawing);
      const from = () => this.stock.next();
      this.moving = this.stones.show(drawing.stones, board, animate, from, () => this.landed());
      const added = drawing.pieces.length === (before?.pieces.length ?? 0) + 1;
      this.motion.run(animate && added ? 320 : 0, (u) => {
        this.cubes.show(drawing.pieces, board, (1 - settling(u)) * 1.6);
        this.renderer.shadowMap.needsUpdate = true;
      });
    }
    const { across, away } = this.halves();
    if (this.stock.show(drawing.stock, { across, away, quarter: this.quarter })) {
      this.renderer.shadowMap.needsUpdate = true;
    }
    const seen = this.moving ? unmarked(drawing) : drawing;
    const falls = seen.pending ? seen.falls.flatMap((fall) => fall.squares) : [];
    this.solid = new Map([...falls.map((square) => [square, LYING] as const), ...this.tall]);
    this.ghosts.show(seen);
    this.marks.show(seen, this.tall, this.moving?.squares ?? []);
    this.draw();
  }

  /** What a stone changes is marked once it has come to rest. */
  private landed(): void {
    this.moving = null;
    if (this.drawing) this.show(this.drawing);
  }

  /** Half the board as seen from the seat: from side to side, and away from it. */
  private halves(): { across: number; away: number } {
    const { files, ranks } = this.options.board;
    return this.quarter % 2 ? { across: ranks / 2, away: files / 2 } : { across: files / 2, away: ranks / 2 };
  }

  private home(): Viewpoint {
    return homeView(this.quarter, this.canvas.clientHeight > this.canvas.clientWidth);
  }

  /** Turn to a seat, or up to the bird's-eye view and back. */
  face(quarter: number, bird: boolean): void {
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
    const { board } = this.options;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    // The pile shrinks; the view stays where it is.
    this.depth = Math.max(this.depth, stockDepth(this.drawing?.stock ?? 0, this.halves().across));
    const beyond = this.depth;
    const high = beyond ? 1.1 : this.drawing?.stones.length ? STANDING : TOWER;
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
    return pickSquare(this.options.board, this.solid, origin, direction);
  }

  /** Where the middle of a square, at the height of what is on it, appears on the canvas. */
  project(square: Square): [x: number, y: number] {
    const { board } = this.options;
    const point = new Vector3(xOf(board, square), this.solid.get(square) ?? 0, zOf(board, square));
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
    for (const part of [this.table, this.cubes, this.stock, this.ghosts, this.marks, this.shapes])
      part.dispose();
    for (const one of this.disposables) one.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    // Browsers keep few contexts alive: a board that is gone must not cost a later one its own.
    this.renderer.forceContextLoss();
  }
}
