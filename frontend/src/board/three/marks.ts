/** Drawn on and over the things of any game: contact shadows, lines, labels, what may be chosen. */

import { CanvasTexture, InstancedMesh, Matrix4, MeshBasicMaterial, type Scene as World } from 'three';
import type { Drawing } from '../drawing';
import type { BoardShape, Square } from '../squares';
import { Badges } from './badges';
import { ADVICE, Bars, CALM, flatSquare, GOLD, outlineBars, type Bar } from './bars';
import type { Shown } from './layer';
import { newCanvas } from './noise';
import { xOf, zOf } from './place';

/** A soft square of shade under each thing on the board: cheap, and stones seem to stand, not to hover. */
class ContactShadows {
  private readonly mesh: InstancedMesh;

  constructor(world: World) {
    const [canvas, pen] = newCanvas(64, 64);
    // Built from many thin layers, because not every browser can blur a canvas.
    for (let i = 0; i < 14; i++) {
      pen.fillStyle = 'rgba(0,0,0,.075)';
      const inset = 2 + i * 1.15;
      pen.beginPath();
      pen.roundRect(inset, inset, 64 - 2 * inset, 64 - 2 * inset, 10 - i * 0.5);
      pen.fill();
    }
    const map = new CanvasTexture(canvas);
    const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
    this.mesh = new InstancedMesh(flatSquare(1.5), material, 130);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    world.add(this.mesh);
  }

  show(board: BoardShape, occupied: Iterable<Square>): void {
    const matrix = new Matrix4();
    let i = 0;
    for (const square of occupied) {
      this.mesh.setMatrixAt(i++, matrix.makeTranslation(xOf(board, square), 0.006, zOf(board, square)));
    }
    this.mesh.count = i;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    const material = this.mesh.material as MeshBasicMaterial;
    material.map?.dispose();
    material.dispose();
    this.mesh.geometry.dispose();
    this.mesh.dispose();
  }
}

export class Marks {
  private readonly lines: Bars;
  private readonly plates: Bars;
  private readonly badges: Badges;
  private readonly contacts: ContactShadows;
  private before: (Drawing & Shown) | null = null;

  constructor(world: World) {
    this.contacts = new ContactShadows(world);
    this.plates = new Bars(world, 260, flatSquare(), 0.4);
    this.lines = new Bars(world, 520);
    this.badges = new Badges(world);
  }

  /** The pointer moves far more often than the pieces: what it does not touch stays as it is. */
  show(drawing: Drawing, shown: Shown): void {
    const { before } = this;
    const now = { ...drawing, ...shown };
    const { board, heights, moving } = now;
    const same = (...names: (keyof typeof now)[]) =>
      before !== null && names.every((name) => before[name] === now[name]);
    if (!same('heights') || moving.length || before?.moving.length) {
      this.contacts.show(
        board,
        [...heights.keys()].filter((square) => !moving.includes(square)),
      );
    }
    if (!same('heights', 'lines', 'hint')) {
      this.lines.show([...now.lines, ...outlineBars(board, now.hint, heights, ADVICE)]);
    }
    if (!same('heights', 'plates', 'lit', 'hovered')) this.plates.show([...now.plates, ...choices(now)]);
    if (!same('badges')) this.badges.show(now.badges);
    this.before = now;
  }

  dispose(): void {
    for (const part of [this.lines, this.plates, this.badges, this.contacts]) part.dispose();
  }
}

/** Plates on the squares that may be chosen or are pointed at. */
function choices({ board, lit, hovered, heights }: Drawing & Shown): Bar[] {
  const plate = (square: Square, size: number, colour: string): Bar => ({
    at: [xOf(board, square), (heights.get(square) ?? 0) + 0.012, zOf(board, square)],
    size: [size, 1, size],
    colour,
  });
  return [...[...lit].map((s) => plate(s, 0.26, CALM)), ...(hovered ? [plate(hovered, 0.94, GOLD)] : [])];
}
