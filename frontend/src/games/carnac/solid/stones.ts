/** The stones on the board: meshes that follow the drawing. */

import { Group, type Material, Mesh } from 'three';
import { carrying, LANDS, once, SET_LANDS, SET_MS } from '../../../board/pace';
import { squareAt, STEP, type BoardShape, type Direction, type Square } from '../../../board/squares';
import type { Footprint } from '../../../board/three/contacts';
import type { Surroundings } from '../../../board/three/layer';
import { xOf, zOf } from '../../../board/three/place';
import { fallBetween, formOf, type Form } from '../forms';
import type { Stone } from '../things';
import { FALL_MS, facesSeen, toppling } from '../toppling';
import { PILE_SCALE } from './stockpile';
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

/** The ground under a stone that has tipped so far from its edge. */
function shadowOf(pivot: Group, fall: Direction, progress: number): Footprint {
  const [dx, ranks] = STEP[fall];
  const { side, end } = facesSeen(progress);
  const [from, to] = [side[0], Math.max(side[1], end[1])];
  const middle = (from + to) / 2;
  const { x, z } = pivot.position;
  return {
    x: x + dx * middle,
    z: z - ranks * middle,
    wide: dx ? to - from : 1,
    deep: dx ? 1 : to - from,
  };
}

/** What is to be done when a stone that moves first touches the board, and when it has come to rest. */
interface Arrival {
  readonly touches: () => void;
  readonly rests: () => void;
}

/** How high a stone is held over its square before it is let down. */
const HELD = 1.2;

export class StoneField {
  private placed: Placed[] = [];

  constructor(
    private readonly around: Surroundings,
    private readonly shapes: StoneShapes,
    private readonly materials: { readonly whole: Material; readonly sheer: Material },
  ) {}

  /** The stone that is on its way, if the change is animated; `from` is where a new one is taken. */
  show(
    stones: readonly Stone[],
    board: BoardShape,
    animate: boolean,
    from: () => [number, number],
    arrival: Arrival,
  ): Stone | null {
    let moving: Stone | null = null;
    while (this.placed.length > stones.length) this.remove();
    stones.forEach((stone, i) => {
      const placed = this.placed[i];
      if (placed && same(placed.stone, stone)) return;
      const animated = animate && i === stones.length - 1;
      if (!placed) {
        const added = this.add(stone, board);
        if (!animated || stone.squares.length !== 1) return;
        this.carry(added, from(), arrival);
        moving = stone;
        return;
      }
      const fall = fallBetween(placed.form, stone);
      placed.stone = stone;
      if (fall && animated) this.topple(placed, fall, board, arrival);
      else this.reshape(placed, i, board);
      if (fall && animated) moving = stone;
    });
    return moving;
  }

  /** Let the stones on these squares be seen through. */
  fade(squares: ReadonlySet<Square>): void {
    for (const { stone, mesh } of this.placed) {
      mesh.material = stone.squares.some((square) => squares.has(square))
        ? this.materials.sheer
        : this.materials.whole;
    }
  }

  private add(stone: Stone, board: BoardShape): Placed {
    const mesh = new Mesh(undefined, this.materials.whole);
    mesh.castShadow = mesh.receiveShadow = true;
    const pivot = new Group().add(mesh);
    this.around.world.add(pivot);
    const placed = { stone, form: formOf(stone), pivot, mesh };
    this.placed.push(placed);
    this.reshape(placed, this.placed.length - 1, board);
    return placed;
  }

  /** From the stockpile over its square, and down. */
  private carry({ pivot, mesh }: Placed, from: [number, number], { touches, rests }: Arrival): void {
    const { motion, contacts, moved } = this.around;
    const { x, z } = pivot.position;
    const middle = { x: x + mesh.position.x, z: z + mesh.position.z, wide: 1, deep: 1 };
    const landing = once(SET_LANDS, () => {
      touches();
      this.around.effects?.dust(middle);
    });
    motion.run(
      SET_MS,
      (u) => {
        const { way, height } = carrying(u);
        const [px, pz] = [from[0] + (x - from[0]) * way, from[1] + (z - from[1]) * way];
        pivot.position.set(px, height * HELD, pz);
        pivot.scale.setScalar(PILE_SCALE + (1 - PILE_SCALE) * way);
        contacts.carry([{ ...middle, x: px + mesh.position.x, z: pz + mesh.position.z }], height * HELD);
        moved();
        landing(u);
      },
      () => this.arrive(rests),
    );
  }

  private arrive(rests: () => void): void {
    this.around.contacts.carry([], 0);
    rests();
  }

  private reshape(placed: Placed, index: number, board: BoardShape): void {
    placed.form = formOf(placed.stone);
    placed.mesh.geometry = this.shapes.get(placed.form.top, placed.form.axis, index % VARIANTS);
    pose(placed.pivot, placed.mesh, board, placed.form, placed.form.fall ? Math.PI / 2 : 0);
    this.around.moved();
  }

  private topple(placed: Placed, fall: Direction, board: BoardShape, { touches, rests }: Arrival): void {
    const { motion, contacts, effects, shake, moved } = this.around;
    const form = (placed.form = { ...placed.form, fall });
    const landing = once(LANDS, () => {
      touches();
      shake();
      effects?.dust(shadowOf(placed.pivot, fall, 1));
    });
    motion.run(
      FALL_MS,
      (u) => {
        const progress = toppling(u);
        pose(placed.pivot, placed.mesh, board, form, (progress * Math.PI) / 2);
        contacts.carry([shadowOf(placed.pivot, fall, progress)], (1 - progress) * 0.6);
        moved();
        landing(u);
      },
      () => this.arrive(rests),
    );
  }

  private remove(): void {
    const placed = this.placed.pop();
    if (placed) this.around.world.remove(placed.pivot);
    this.around.moved();
  }
}

function same(a: Stone, b: Stone): boolean {
  return a === b || (a.top === b.top && a.axis === b.axis && a.squares.join() === b.squares.join());
}
