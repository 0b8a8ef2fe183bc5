/** Everything drawn on and over the pieces: contact shadows, dolmens with their counts, the path, what may be chosen. */

import {
  CanvasTexture,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  PlaneGeometry,
  type Scene as World,
} from 'three';
import type { Drawing } from '../drawing';
import { middleSquare } from '../outline';
import { CUBE_PAINT, STONE_PALETTES, type Colour, type CubeColour, type StoneTheme } from '../palette';
import type { Square } from '../squares';
import { Badges, type Badge } from './badges';
import { Bars, flatSquare, outlineBars, pathBars, type Bar } from './bars';
import { newCanvas } from './noise';
import { xOf, zOf } from './place';

const GOLD = '#ffd76a';
const CALM = '#fff3d2';
const ADVICE = '#7fd6ff';
const DARK = '#1d1408';

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
    const material = new MeshBasicMaterial({
      map: new CanvasTexture(canvas),
      transparent: true,
      depthWrite: false,
    });
    this.mesh = new InstancedMesh(new PlaneGeometry(1.5, 1.5).rotateX(-Math.PI / 2), material, 130);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    world.add(this.mesh);
  }

  show(drawing: Drawing, occupied: Iterable<Square>): void {
    const matrix = new Matrix4();
    let i = 0;
    for (const square of occupied) {
      this.mesh.setMatrixAt(
        i++,
        matrix.makeTranslation(xOf(drawing.board, square), 0.006, zOf(drawing.board, square)),
      );
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
  private before: Drawing | null = null;
  private moved = false;

  constructor(
    world: World,
    private readonly theme: StoneTheme,
  ) {
    this.contacts = new ContactShadows(world);
    this.plates = new Bars(world, 260, flatSquare(), 0.4);
    this.lines = new Bars(world, 520);
    this.badges = new Badges(world);
  }

  /** The pointer moves far more often than the stones: what it does not touch stays as it is. */
  show(drawing: Drawing, heights: ReadonlyMap<Square, number>, moving: readonly Square[]): void {
    const { before } = this;
    const same = (...names: (keyof Drawing)[]) =>
      before !== null && names.every((name) => before[name] === drawing[name]);
    const settled = same('stones', 'pieces', 'outlines', 'path', 'pending', 'hint', 'last');
    if (!same('stones', 'pieces') || moving.length || this.moved) {
      this.contacts.show(
        drawing,
        [...heights.keys()].filter((square) => !moving.includes(square)),
      );
    }
    this.moved = moving.length > 0;
    if (!settled) this.lines.show(this.lineBars(drawing, heights));
    if (!same('stones', 'pieces', 'lit', 'hot', 'last')) this.plates.show(plateBars(drawing, heights));
    if (!settled || !same('falls', 'ghost')) {
      this.badges.show([...this.counts(drawing, heights), ...this.letters(drawing)]);
    }
    this.before = drawing;
  }

  private colour(colour: Colour): string {
    if (colour === 'red' || colour === 'white') return STONE_PALETTES[this.theme].outline[colour];
    return CUBE_PAINT[colour as CubeColour][0];
  }

  private lineBars(drawing: Drawing, heights: ReadonlyMap<Square, number>): Bar[] {
    const { board, outlines, path, pending, hint, last } = drawing;
    const ring = (squares: readonly Square[], colour: string) =>
      squares.length ? outlineBars(board, { colour: 'red', squares, count: 0 }, heights, colour) : [];
    return [
      ...outlines.flatMap((o) => outlineBars(board, o, heights, this.colour(o.colour))),
      ...(path ? pathBars(board, path.squares, heights, CALM, DARK) : []),
      ...(drawing.pieces.length && !path ? ring(last, CALM) : []),
      ...ring(hint, ADVICE),
      ...(pending ? ring([pending], GOLD) : []),
    ];
  }

  private counts(drawing: Drawing, heights: ReadonlyMap<Square, number>): Badge[] {
    return drawing.outlines.map(({ colour, squares, count }) => {
      const square = middleSquare(squares);
      const y = (heights.get(square) ?? 0) + 0.1;
      const ink = this.colour(colour);
      const ground = this.theme === 'black-red' && colour === 'white' ? '#f3eee4' : '#1b1a1c';
      // Out of the middle, so that the sign under it stays readable.
      const at = [xOf(drawing.board, square) - 0.31, y, zOf(drawing.board, square) - 0.31] as const;
      return { text: String(count), ink, ground, at, size: 0.34 };
    });
  }

  private letters({ falls, board, ghost }: Drawing): Badge[] {
    if (ghost?.stone && ghost.stone.squares.length === 1) return [];
    return falls.map(({ direction, squares, colour }) => {
      const [near, far] = squares as [string, string];
      // Towards the far end, which the standing stone does not hide.
      const along = (of: typeof xOf) => of(board, near) * 0.15 + of(board, far) * 0.85;
      const at = [along(xOf), 1.05, along(zOf)] as const;
      return { text: direction, ink: this.colour(colour), ground: '#1b1a1c', at, size: 0.46 };
    });
  }

  dispose(): void {
    this.lines.dispose();
    this.plates.dispose();
    this.badges.dispose();
    this.contacts.dispose();
  }
}

/** Plates on the squares that were last touched, may be chosen, or are pointed at. */
function plateBars(drawing: Drawing, heights: ReadonlyMap<Square, number>): Bar[] {
  const { board, lit, hot, last } = drawing;
  const plate = (square: Square, size: number, colour: string): Bar => ({
    at: [xOf(board, square), (heights.get(square) ?? 0) + 0.012, zOf(board, square)],
    size: [size, 1, size],
    colour,
  });
  return [
    ...(drawing.pieces.length || !last.length ? [] : [border(drawing)]),
    ...[...lit].map((s) => plate(s, 0.26, CALM)),
    ...(hot ? [plate(hot, 0.94, GOLD)] : []),
  ];
}

/** Under the last stone, so that its margin is seen as a pale border. */
function border({ board, last }: Drawing): Bar {
  const xs = last.map((square) => xOf(board, square));
  const zs = last.map((square) => zOf(board, square));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  return {
    at: [(west + east) / 2, 0.008, (north + south) / 2],
    size: [east - west + 1.14, 1, south - north + 1.14],
    colour: CALM,
  };
}
