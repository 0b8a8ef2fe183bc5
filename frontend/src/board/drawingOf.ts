/** From what the server shows and what the viewer is about to do, to what is drawn. */

import { answerFalls } from '../decide/carnac';
import { placings, type PieceHand } from '../decide/caminos';
import type { Prospect } from '../decide/prospect';
import type { BoardView, CaminosScene, Legal, Scene } from '../messages';
import type { CubePiece, Drawing, Fall, Outline, Stone } from './drawing';
import type { Colour, CubeColour } from './palette';
import type { BoardShape, Square } from './squares';

export interface Shown {
  readonly board: BoardShape;
  readonly scene: Scene;
  readonly answers: readonly Fall[];
  readonly lit: ReadonlySet<Square>;
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

/** The same value for the same scene, so that views can tell that nothing has changed. */
function perScene<S extends Scene, Value>(make: (scene: S) => Value): (scene: S) => Value {
  const known = new WeakMap<S, { value: Value }>();
  return (scene) => {
    let found = known.get(scene);
    if (!found) {
      found = { value: make(scene) };
      known.set(scene, found);
    }
    return found.value;
  };
}

const piecesOf = perScene((scene: CaminosScene): readonly CubePiece[] =>
  scene.pieces.map((piece) => ({
    colour: piece.colour as CubeColour,
    shade: piece.seat >= 2 ? 1 : 0,
    cubes: piece.cubes,
  })),
);

const outlinesOf = perScene((scene: Scene): readonly Outline[] => {
  if (scene.game !== 'carnac') return NOTHING;
  return Object.entries(scene.dolmens).flatMap(([colour, dolmens]) =>
    dolmens.map(({ squares, size }) => ({ colour: colour as Colour, squares, count: size })),
  );
});

const pathOf = perScene((scene: Scene): Drawing['path'] => {
  if (scene.game !== 'caminos') return null;
  const [colour, squares] = Object.entries(scene.path).find(([, path]) => path.length > 0) ?? [];
  return colour && squares ? { colour: colour as Colour, squares } : null;
});

/** The falls to choose from while a stone waits for its answer. */
export function answersShown(scene: Scene, legal: Legal | null): readonly Fall[] {
  if (legal?.game !== 'carnac' || scene.game !== 'carnac' || scene.pending === null) return NOTHING;
  return answerFalls(legal.answers, scene.pending);
}

/** The squares by which the piece in hand may be put down. */
export function squaresLit(legal: Legal | null, piece: PieceHand | null): ReadonlySet<Square> {
  return new Set(legal?.game === 'caminos' && piece ? placings(legal, piece).map((p) => p.grip) : NOTHING);
}

export function drawingOf(shown: Shown): Drawing {
  const { scene, prospect } = shown;
  return {
    board: shown.board,
    stones: scene.game === 'carnac' ? (scene.stones as readonly Stone[]) : NOTHING,
    pieces: scene.game === 'caminos' ? piecesOf(scene) : NOTHING,
    stock: scene.game === 'carnac' ? scene.stock : 0,
    outlines: shown.dolmens ? outlinesOf(scene) : NOTHING,
    path: pathOf(scene),
    pending: scene.game === 'carnac' ? scene.pending : null,
    ghost: prospect ? { stone: prospect.stone, piece: prospect.piece } : null,
    falls: shown.answers.length ? shown.answers : (prospect?.falls ?? NOTHING),
    lit: shown.lit,
    hot: shown.hot,
    last: scene.last,
    hint: shown.hint,
    animate: shown.animate,
  };
}
