/** Caminos in three dimensions: the pieces, the one before it is placed, and the way across. */

import { Mesh, MeshLambertMaterial } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Drawing } from '../../../board/drawing';
import { settling } from '../../../board/pace';
import { squareAt, type BoardShape, type Square } from '../../../board/squares';
import { CALM, outlineBars, pathBars, type Bar } from '../../../board/three/bars';
import type { Layer, MakeLayer, Outlook, Shown, Surroundings } from '../../../board/three/layer';
import { xOf, zOf } from '../../../board/three/place';
import { remembering } from '../../../remembering';
import { heightsOf, type CubePiece, type Pieces } from '../things';
import { CUBE, CubeField } from './cubes';

const DROP_MS = 320;
const DROP_HEIGHT = 1.6;
/** What is kept free for towers, of which the farthest may be cut. */
const EXTENT = { high: 2.4, beyond: 0 };
const NONE: readonly never[] = [];

export const makeLayer: MakeLayer<Pieces> = (around) => new CubeLayer(around);

class CubeLayer implements Layer<Pieces> {
  private readonly field: CubeField;
  private readonly cube = new RoundedBoxGeometry(CUBE, CUBE, CUBE, 1, 0.07);
  private readonly ghostly = new MeshLambertMaterial({ transparent: true, opacity: 0.78 });
  private readonly ghost: Mesh[] = [];
  private pieces: readonly CubePiece[] | null = null;

  constructor(private readonly around: Surroundings) {
    this.field = new CubeField(around.world, around.rich, around.anisotropy);
  }

  show({ board, things, last }: Drawing<Pieces>, _: Outlook, animate: boolean): Shown {
    const { pieces, path } = things;
    if (pieces !== this.pieces) {
      const added = pieces.length === (this.pieces?.length ?? 0) + 1;
      this.pieces = pieces;
      this.around.motion.run(animate && added ? DROP_MS : 0, (u) => {
        this.field.show(pieces, board, (1 - settling(u)) * DROP_HEIGHT);
        this.around.moved();
      });
    }
    this.showGhost(things.ghost, board);
    const heights = this.heights(pieces);
    const lines = this.lines(board, heights, path, pieces.length ? last : NONE);
    return { heights, solid: heights, moving: NONE, lines, plates: NONE, badges: NONE };
  }

  extent(): { high: number; beyond: number } {
    return EXTENT;
  }

  private readonly heights = remembering(heightsOf);

  private readonly lines = remembering(
    (
      board: BoardShape,
      heights: ReadonlyMap<Square, number>,
      path: readonly Square[],
      last: readonly Square[],
    ): Bar[] => (path.length ? pathBars(board, path, heights) : outlineBars(board, last, heights, CALM)),
  );

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
