/** The stones on the board: meshes that follow the drawing. */

import { Group, type Material, Mesh, type Scene as World } from 'three';
import { SET_MS, settling } from '../../../board/pace';
import { squareAt, STEP, type BoardShape, type Direction } from '../../../board/squares';
import type { Motion } from '../../../board/motion';
import { xOf, zOf } from '../../../board/three/place';
import { fallBetween, formOf, type Form } from '../forms';
import type { Stone } from '../things';
import { FALL_MS, toppling } from '../toppling';
import { STONE_HEIGHT, type StoneShapes } from './shapes';
import { VARIANTS } from './stonework';

interface Placed {
  stone: Stone;
  form: Form;
  readonly pivot: Group;
  readonly mesh: Mesh;
}

/** Turn a stone's mesh around its tipping edge by `angle`. */
export function pose(pivot: Group, mesh: Mesh, board: BoardShape, form: Form, angle: number, lift = 0): void {
  const [dx, ranks] = STEP[form.fall ?? 'E'];
  const dz = -ranks;
  const square = squareAt(form.file, form.rank);
  pivot.position.set(xOf(board, square) + dx / 2, lift, zOf(board, square) + dz / 2);
  // Narrower than its square, the lying stone rests a little higher than the edge it tips over.
  mesh.position.set(-dx / 2, STONE_HEIGHT / 2 + 0.035 * Math.sin(angle), -dz / 2);
  pivot.rotation.set(dz * angle, 0, -dx * angle);
}

export class StoneField {
  private placed: Placed[] = [];

  constructor(
    private readonly world: World,
    private readonly shapes: StoneShapes,
    private readonly material: Material,
    private readonly motion: Motion,
    /** Called whenever a shadow has to follow. */
    private readonly moved: () => void,
  ) {}

  /** The stone that is on its way, if the change is animated; `from` is where a new one is taken. */
  show(
    stones: readonly Stone[],
    board: BoardShape,
    animate: boolean,
    from: () => [number, number],
    landed: () => void,
  ): Stone | null {
    let moving: Stone | null = null;
    while (this.placed.length > stones.length) this.remove();
    stones.forEach((stone, i) => {
      const placed = this.placed[i];
      if (placed && same(placed.stone, stone)) return;
      const animated = animate && i === stones.length - 1;
      if (!placed) {
        this.add(stone, board, animated && stone.squares.length === 1 ? from() : null, landed);
        if (animated && stone.squares.length === 1) moving = stone;
        return;
      }
      const fall = fallBetween(placed.form, stone);
      placed.stone = stone;
      if (fall) this.topple(placed, fall, board, animated, landed);
      else this.reshape(placed, i, board);
      if (fall && animated) moving = stone;
    });
    return moving;
  }

  private add(stone: Stone, board: BoardShape, from: [number, number] | null, landed: () => void): void {
    const mesh = new Mesh(undefined, this.material);
    mesh.castShadow = mesh.receiveShadow = true;
    const pivot = new Group().add(mesh);
    this.world.add(pivot);
    const placed = { stone, form: formOf(stone), pivot, mesh };
    this.placed.push(placed);
    this.reshape(placed, this.placed.length - 1, board);
    if (!from) return;
    const { x, z } = pivot.position;
    this.motion.run(
      SET_MS,
      (u) => {
        const e = settling(u);
        pivot.position.set(
          from[0] + (x - from[0]) * e,
          Math.sin(Math.PI * e) * 2.4 * (1 - e / 2),
          from[1] + (z - from[1]) * e,
        );
        this.moved();
      },
      landed,
    );
  }

  private reshape(placed: Placed, index: number, board: BoardShape): void {
    placed.form = formOf(placed.stone);
    placed.mesh.geometry = this.shapes.get(placed.form.top, placed.form.axis, index % VARIANTS);
    pose(placed.pivot, placed.mesh, board, placed.form, placed.form.fall ? Math.PI / 2 : 0);
    this.moved();
  }

  private topple(
    placed: Placed,
    fall: Direction,
    board: BoardShape,
    animate: boolean,
    landed: () => void,
  ): void {
    const form = (placed.form = { ...placed.form, fall });
    this.motion.run(
      animate ? FALL_MS : 0,
      (u) => {
        pose(placed.pivot, placed.mesh, board, form, (toppling(u) * Math.PI) / 2);
        this.moved();
      },
      animate ? landed : undefined,
    );
  }

  private remove(): void {
    const placed = this.placed.pop();
    if (placed) this.world.remove(placed.pivot);
    this.moved();
  }
}

function same(a: Stone, b: Stone): boolean {
  return a === b || (a.top === b.top && a.axis === b.axis && a.squares.join() === b.squares.join());
}
