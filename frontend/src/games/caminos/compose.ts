/** From a Caminos scene and what is about to be decided, to what is drawn of it. */

import type { CaminosScene } from '../../messages';
import { remembering } from '../../remembering';
import type { Composing } from '../game';
import type { PieceProspect } from './decide';
import type { PieceHand } from './hand.svelte';
import type { CubeColour, Pieces } from './things';

const drawn = remembering((scene: CaminosScene) => ({
  pieces: scene.pieces.map(({ colour, seat, cubes }) => ({
    colour: colour as CubeColour,
    mate: seat >= 2,
    cubes,
  })),
  path: Object.values(scene.path).find((path) => path.length > 0) ?? [],
}));

export const compose = ({ scene, prospect }: Composing<CaminosScene, PieceHand, PieceProspect>): Pieces => ({
  ...drawn(scene),
  ghost: prospect?.piece ?? null,
});
