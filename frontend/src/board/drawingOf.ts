/** From what the server shows and what the viewer is about to do, to what is drawn. */

import { answerFalls } from '../decide/carnac';
import { placings, type PieceHand } from '../decide/caminos';
import type { Prospect } from '../decide/prospect';
import type { BoardView, CaminosScene, Legal, Scene } from '../messages';
import type { CubePiece, Drawing, Outline, Stone } from './drawing';
import type { Colour, CubeColour } from './palette';
import type { BoardShape, Square } from './squares';

export interface Shown {
  readonly board: BoardShape;
  readonly scene: Scene;
  /** What may be decided on exactly this scene. */
  readonly legal: Legal | null;
  readonly piece: PieceHand | null;
  readonly prospect: Prospect | null;
  readonly hot: Square | null;
  readonly hint: readonly Square[];
  readonly dolmens: boolean;
  readonly animate: boolean;
}

export function shapeOf(board: BoardView): BoardShape {
  const whole = board.squares.length === board.files * board.ranks;
  return { files: board.files, ranks: board.ranks, squares: whole ? null : new Set(board.squares) };
}

const NOTHING: readonly never[] = [];
const pieces = new WeakMap<CaminosScene, readonly CubePiece[]>();

/** The same array for the same scene, so that views can tell that nothing has changed. */
function piecesOf(scene: CaminosScene): readonly CubePiece[] {
  let known = pieces.get(scene);
  if (!known) {
    known = scene.pieces.map((piece) => ({
      colour: piece.colour as CubeColour,
      shade: piece.seat >= 2 ? 1 : 0,
      cubes: piece.cubes,
    }));
    pieces.set(scene, known);
  }
  return known;
}

function outlinesOf(scene: Scene, wanted: boolean): readonly Outline[] {
  if (!wanted || scene.game !== 'carnac') return NOTHING;
  return Object.entries(scene.dolmens).flatMap(([colour, dolmens]) =>
    dolmens.map(({ squares, size }) => ({ colour: colour as Colour, squares, count: size })),
  );
}

function pathOf(scene: Scene): Drawing['path'] {
  if (scene.game !== 'caminos') return null;
  const [colour, squares] = Object.entries(scene.path).find(([, path]) => path.length > 0) ?? [];
  return colour && squares ? { colour: colour as Colour, squares } : null;
}

export function drawingOf(shown: Shown): Drawing {
  const { scene, legal, prospect, piece } = shown;
  const answering = legal?.game === 'carnac' && scene.game === 'carnac' && scene.pending !== null;
  return {
    board: shown.board,
    stones: scene.game === 'carnac' ? (scene.stones as readonly Stone[]) : NOTHING,
    pieces: scene.game === 'caminos' ? piecesOf(scene) : NOTHING,
    stock: scene.game === 'carnac' ? scene.stock : 0,
    outlines: outlinesOf(scene, shown.dolmens),
    path: pathOf(scene),
    pending: scene.game === 'carnac' ? scene.pending : null,
    ghost: prospect ? { stone: prospect.stone, piece: prospect.piece } : null,
    falls: answering ? answerFalls(legal.answers, scene.pending as Square) : (prospect?.falls ?? NOTHING),
    lit: new Set(legal?.game === 'caminos' && piece ? placings(legal, piece).map((p) => p.grip) : NOTHING),
    hot: shown.hot,
    last: scene.last,
    hint: shown.hint,
    animate: shown.animate,
  };
}
