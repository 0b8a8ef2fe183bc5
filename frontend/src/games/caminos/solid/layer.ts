/** Caminos in three dimensions: the pieces, the one before it is placed, and the way across. */

import { Mesh, MeshLambertMaterial } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Drawing } from '../../../board/drawing';
import { dropping, LANDS, once } from '../../../board/pace';
import { onBoard, squareAt, type BoardShape, type Square } from '../../../board/squares';
import { CALM, outlineBars, pathBars, walkBars, type Bar } from '../../../board/three/bars';
import type { Held, Layer, MakeLayer, Perspective, Shown, Surroundings } from '../../../board/three/layer';
import { xOf, zOf } from '../../../board/three/place';
import { remembering } from '../../../remembering';
import { gripOf } from '../decide';
import { heightsOf, type CubePiece, type Pieces } from '../things';
import { CUBE, CubeField } from './cubes';

const DROP_MS = 420;
const DROP_HEIGHT = 1.6;
/** What is kept free for towers before there are higher ones. */
const ROOM = 2;
const NONE: readonly never[] = [];

export const makeLayer: MakeLayer<Pieces> = (around) => new CubeLayer(around);

const heldPiece = (piece: CubePiece): Held => ({
  grip: squareAt(...gripOf(piece.cubes)),
  heights: heightsOf([piece]),
});

class CubeLayer implements Layer<Pieces> {
  private readonly field: CubeField;
  private readonly cube = new RoundedBoxGeometry(CUBE, CUBE, CUBE, 1, 0.07);
  private readonly ghostly = new MeshLambertMaterial({ transparent: true, opacity: 0.78 });
  private readonly ghost: Mesh[] = [];
  private pieces: readonly CubePiece[] | null = null;
  /** The squares of the board that the piece on its way will stand on, and all that it will be seen on. */
  private moving: readonly Square[] = NONE;
  private arriving: readonly Square[] = NONE;
  private stopDropping: () => void = () => undefined;
  private lift = 0;
  private high = ROOM;
  private faded = '';

  constructor(private readonly around: Surroundings) {
    this.field = new CubeField(around.world, around.rich, around.anisotropy);
  }

  show({ board, things, last }: Drawing<Pieces>, _: Perspective, animate: boolean): Shown {
    const { pieces, path } = things;
    if (pieces !== this.pieces) this.place(pieces, board, animate);
    this.showGhost(things.ghost, board);
    const heights = this.heights(pieces);
    const way = this.way(board, heights, path);
    return {
      heights,
      targets: this.targets(board, heights),
      held: things.ghost && heldPiece(things.ghost),
      moving: this.moving,
      arriving: this.arriving,
      lines: path.length ? way : this.lines(board, heights, this.arriving.length ? NONE : last),
      through: this.walk(board, path, heights),
      plates: NONE,
      badges: NONE,
    };
  }

  /** A new piece drops onto its place; anything else is there at once. */
  private place(pieces: readonly CubePiece[], board: BoardShape, animate: boolean): void {
    const added = this.pieces && pieces.length === this.pieces.length + 1 ? pieces.at(-1) : null;
    this.pieces = pieces;
    const { motion, contacts, moved, landed, happened } = this.around;
    const ground = (animate && added?.cubes.filter(([, , level]) => level === 0)) || NONE;
    this.stopDropping();
    this.moving = ground.map(([file, rank]) => squareAt(file, rank));
    this.arriving = animate && added ? [...heightsOf([added]).keys()] : NONE;
    const feet = this.moving.map((square) => ({
      ...{ x: xOf(board, square), z: zOf(board, square) },
      ...{ wide: 1, deep: 1 },
    }));
    const landing = once(LANDS, () => {
      if (added) happened('piece');
      for (const foot of feet.slice(0, 1)) if (animate) this.around.effects?.dust(foot);
    });
    this.stopDropping = motion.run(
      animate && added ? DROP_MS : 0,
      (u) => {
        this.lift = u < 1 ? dropping(u) * DROP_HEIGHT : 0;
        this.field.show(pieces, board, this.lift);
        contacts.carry(u < 1 ? feet : NONE, this.lift);
        moved();
        landing(u);
      },
      () => {
        if (!this.arriving.length) return;
        this.moving = this.arriving = NONE;
        landed();
      },
    );
  }

  extent({ things }: Drawing<Pieces>): { high: number; beyond: number } {
    // Leafing back keeps the view.
    this.high = Math.max(this.high, ...this.heights(things.pieces).values());
    return { high: this.high, beyond: 0 };
  }

  private readonly heights = remembering(heightsOf);

  /** Pieces are placed on pieces, so every column is pointed at by its top. */
  private readonly targets = remembering((board: BoardShape, heights: ReadonlyMap<Square, number>) => {
    const tops = new Map<Square, number>();
    for (let file = 0; file < board.files; file++) {
      for (let rank = 0; rank < board.ranks; rank++) {
        const square = squareAt(file, rank);
        if (onBoard(board, file, rank)) tops.set(square, heights.get(square) ?? 0);
      }
    }
    return tops;
  });

  fade(squares: ReadonlySet<Square>): void {
    const wanted = [...squares].sort().join();
    if (wanted === this.faded || !this.pieces) return;
    this.faded = wanted;
    this.field.fade(squares);
    this.field.show(this.pieces, this.around.board, this.lift);
  }

  private readonly lines = remembering(
    (board: BoardShape, heights: ReadonlyMap<Square, number>, last: readonly Square[]): Bar[] =>
      outlineBars(board, last, heights, CALM),
  );

  private readonly way = remembering(
    (board: BoardShape, heights: ReadonlyMap<Square, number>, path: readonly Square[]): Bar[] =>
      pathBars(board, path, heights),
  );

  /** The same through the towers before it. */
  private readonly walk = remembering(walkBars);

  private showGhost(piece: CubePiece | null, board: BoardShape): void {
    for (const cube of this.ghost) cube.visible = false;
    piece?.cubes.forEach(([file, rank, level], i) => {
      const cube = (this.ghost[i] ??= this.add());
      const square = squareAt(file, rank);
      cube.visible = true;
      cube.position.set(xOf(board, square), level + CUBE / 2 + 0.02, zOf(board, square));
    });
    if (piece) this.ghostly.color.set(this.field.paintOf(piece));
  }

  private add(): Mesh {
    const cube = new Mesh(this.cube, this.ghostly);
    cube.renderOrder = 3;
    this.around.world.add(cube);
    return cube;
  }

  dispose(): void {
    for (const one of [this.field, this.cube, this.ghostly]) one.dispose();
  }
}
