/** Carnac in three dimensions: the stones, the stockpile, what might come to be, and what is marked. */

import type { Material } from 'three';
import type { Drawing } from '../../../board/drawing';
import { middleSquare } from '../../../board/outline';
import type { BoardShape, Square } from '../../../board/squares';
import type { Badge } from '../../../board/three/badges';
import { CALM, GOLD, outlineBars, type Bar } from '../../../board/three/bars';
import type { Held, Layer, MakeLayer, Perspective, Shown, Surroundings } from '../../../board/three/layer';
import { xOf, zOf } from '../../../board/three/place';
import { matter, picture } from '../../../board/three/table';
import { remembering } from '../../../remembering';
import { movementTo } from '../forms';
import { theme } from '../painting.svelte';
import { STONE_PALETTES } from '../palette';
import { newOutlines, NOTHING, unmarked, type Fall, type Outline, type Stone, type Stones } from '../things';
import { Ghosts } from './ghosts';
import { StoneShapes } from './shapes';
import { stockDepth, Stockpile } from './stockpile';
import { StoneField } from './stones';
import { stonePicture, stoneRelief } from './stonework';

const LYING = 1;
/** A standing stone is a little less than two squares high, so that neighbours and its outline meet it. */
const STANDING = 1.94;
/** How much is seen above the board: of standing stones before a stockpile, and without one. */
const BEFORE_THE_PILE = 1.1;
const STANDING_FREE = 2;

type Heights = ReadonlyMap<Square, number>;
const NOWHERE: Heights = new Map();

export const makeLayer: MakeLayer<Stones> = (around) => new StoneLayer(around);

class StoneLayer implements Layer<Stones> {
  private readonly shapes = new StoneShapes();
  private readonly field: StoneField;
  private readonly stock: Stockpile;
  private readonly ghosts: Ghosts;
  private readonly disposables: readonly { dispose(): void }[];
  private stones: readonly Stone[] | null = null;
  private moving: Stone | null = null;
  private outlines: readonly Outline[] | null = null;
  /** The stones of now have come about by a move, not by looking back. */
  private forward = false;
  private depth = 0;
  /** Another one makes another layer. */
  private readonly theme = theme();

  constructor(private readonly around: Surroundings) {
    const { world, rich, anisotropy } = around;
    const { theme } = this;
    const map = picture(stonePicture(theme), anisotropy);
    const relief = rich ? { normalMap: picture(stoneRelief(), anisotropy, false) } : {};
    const material: Material = matter(rich, { map, roughness: 0.58, ...relief });
    const ghostly = material.clone();
    Object.assign(ghostly, { transparent: true, opacity: 0.72, depthWrite: false });
    const sheer = material.clone();
    Object.assign(sheer, { transparent: true, opacity: 0.28, depthWrite: false });
    this.field = new StoneField(around, this.shapes, { whole: material, sheer });
    this.stock = new Stockpile(world, this.shapes.get('red', 'white', 1), material);
    this.ghosts = new Ghosts(world, this.shapes, ghostly, theme);
    const kept = [this.stock, this.ghosts, this.shapes, material, sheer, ghostly, map];
    this.disposables = [...kept, ...Object.values(relief)];
  }

  show(drawing: Drawing<Stones>, perspective: Perspective, animate: boolean): Shown {
    const { board, things: given } = drawing;
    if (given.stones !== this.stones) this.move(given.stones, board, animate);
    if (this.stock.show(given.stock, perspective)) this.around.moved();
    // What a stone changes is marked once it has come to rest.
    const things = this.moving ? unmarked(given) : given;
    this.ghosts.show(things, board);
    const heights = this.heights(things.stones);
    if (!this.moving) this.welcome(things.outlines, heights);
    return {
      heights,
      targets: things.pending ? this.answers(things.pending, things.falls) : NOWHERE,
      held: this.held(things.ghost),
      moving: this.moving?.squares ?? NOTHING,
      arriving: this.moving?.squares ?? NOTHING,
      lines: this.lines(board, heights, things.outlines, things.pending),
      through: NOTHING,
      plates: this.plates(board, this.moving ? null : drawing.last),
      badges: this.badges(board, heights, things.outlines),
    };
  }

  private move(stones: readonly Stone[], board: BoardShape, animate: boolean): void {
    const movement = this.stones && movementTo(this.stones, stones);
    this.forward = movement !== null;
    this.stones = stones;
    const touches = () => this.around.happened(movement?.fall ? 'fall' : 'set');
    const from = () => this.stock.next();
    this.moving = this.field.show(stones, board, animate, from, { touches, rests: () => this.landed() });
    if (movement && !this.moving) touches();
  }

  /** Dolmens that have formed or grown together light up. */
  private welcome(outlines: readonly Outline[], heights: Heights): void {
    if (outlines === this.outlines) return;
    const fresh = this.outlines && this.forward ? newOutlines(this.outlines, outlines) : NOTHING;
    this.outlines = outlines;
    if (!fresh.length) return;
    this.around.happened('group');
    this.around.effects?.glow(
      fresh.flatMap((outline) => outline.squares),
      heights,
    );
  }

  fade(squares: ReadonlySet<Square>): void {
    this.field.fade(squares);
  }

  private landed(): void {
    this.moving = null;
    this.around.landed();
  }

  extent({ things }: Drawing<Stones>, { across }: Perspective) {
    // The pile shrinks; the view stays where it is.
    this.depth = Math.max(this.depth, stockDepth(things.stock, across));
    return { high: this.depth ? BEFORE_THE_PILE : STANDING_FREE, beyond: this.depth };
  }

  private readonly heights = remembering(
    (stones: readonly Stone[]): Heights =>
      new Map(
        stones.flatMap(({ squares }) => squares.map((s) => [s, squares.length === 1 ? STANDING : LYING])),
      ),
  );

  /** The stone that is about to be placed; one that is to fall lies where it must. */
  private held(ghost: Stone | null): Held | null {
    const [grip, other] = ghost?.squares ?? NOTHING;
    return grip && !other ? { grip, heights: new Map([[grip, STANDING]]) } : null;
  }

  /** While a stone waits for its answer, it and its falls can be pointed at; otherwise only the board below. */
  private readonly answers = remembering((pending: Square, falls: readonly Fall[]): Heights => {
    if (!falls.length) return NOWHERE;
    return new Map([
      ...falls.flatMap((fall) => fall.squares.map((square) => [square, LYING] as const)),
      [pending, STANDING],
    ]);
  });

  private readonly lines = remembering(
    (board: BoardShape, heights: Heights, outlines: readonly Outline[], pending: Square | null): Bar[] => [
      ...outlines.flatMap((o) => outlineBars(board, o.squares, heights, this.ink(o))),
      ...(pending ? outlineBars(board, [pending], heights, GOLD) : []),
    ],
  );

  private readonly plates = remembering((board: BoardShape, last: readonly Square[] | null): Bar[] =>
    last?.length ? [border(board, last)] : [],
  );

  private readonly badges = remembering(
    (board: BoardShape, heights: Heights, outlines: readonly Outline[]): Badge[] =>
      outlines.map((outline) => this.count(board, heights, outline)),
  );

  private ink({ colour }: Outline): string {
    return STONE_PALETTES[this.theme].outline[colour];
  }

  private count(board: BoardShape, heights: Heights, outline: Outline): Badge {
    const square = middleSquare(outline.squares);
    const y = (heights.get(square) ?? 0) + 0.1;
    const pale = this.theme === 'black-red' && outline.colour === 'white';
    // Out of the middle, so that the sign under it stays readable.
    const at = [xOf(board, square) - 0.31, y, zOf(board, square) - 0.31] as const;
    const ground = pale ? '#f3eee4' : '#1b1a1c';
    return { text: String(outline.count), ink: this.ink(outline), ground, at, size: 0.34 };
  }

  dispose(): void {
    for (const one of this.disposables) one.dispose();
  }
}

/** Under the last stone, so that its margin is seen as a pale border. */
function border(board: BoardShape, last: readonly Square[]): Bar {
  const xs = last.map((square) => xOf(board, square));
  const zs = last.map((square) => zOf(board, square));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  return {
    at: [(west + east) / 2, 0.008, (north + south) / 2],
    size: [east - west + 1.14, 1, south - north + 1.14],
    colour: CALM,
  };
}
