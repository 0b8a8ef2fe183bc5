/** From a Caminos scene and what is about to be decided, to what is drawn of it. */

import { squareAt, type Square } from '../../board/squares';
import type { CaminosScene } from '../../messages';
import { remembering } from '../../remembering';
import type { Composing, Tally } from '../game';
import type { PieceProspect } from './decide';
import type { PieceHand } from './hand.svelte';
import { heightsOf, type CubeColour, type Pieces } from './things';

const drawn = remembering((scene: CaminosScene) => ({
  pieces: scene.pieces.map(({ colour, seat, cubes }) => ({
    colour: colour as CubeColour,
    mate: seat >= 2,
    cubes,
  })),
  path: Object.values(scene.path).find((path) => path.length > 0) ?? [],
}));

/** The path as far as it has been walked. */
const walked = remembering((path: readonly Square[], steps: number) => path.slice(0, steps));

const STEP_MS = 170;

export const tally = (scene: CaminosScene): Tally => ({
  steps: drawn(scene).path.length,
  milliseconds: STEP_MS,
  event: 'step',
});

/** The squares on which the piece on top of a square is on top. */
export function pieceOn(square: Square, scene: CaminosScene): readonly Square[] {
  const { pieces } = drawn(scene);
  const heights = heightsOf(pieces);
  const tops = pieces.map(({ cubes }) =>
    cubes
      .map(([file, rank, level]) => [squareAt(file, rank), level] as const)
      .filter(([name, level]) => heights.get(name) === level + 1)
      .map(([name]) => name),
  );
  return tops.find((squares) => squares.includes(square)) ?? [];
}

export const compose = ({
  scene,
  prospect,
  counted,
}: Composing<CaminosScene, PieceHand, PieceProspect>): Pieces => ({
  pieces: drawn(scene).pieces,
  path: walked(drawn(scene).path, counted),
  ghost: prospect?.piece ?? null,
});
