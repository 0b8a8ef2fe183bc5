/** From a Carnac scene and what is about to be decided, to what is drawn of it. */

import type { CarnacScene } from '../../messages';
import { remembering } from '../../remembering';
import { settings } from '../../settings.svelte';
import type { Composing } from '../game';
import type { StoneProspect } from './decide';
import type { StoneHand } from './hand.svelte';
import type { StoneColour } from './palette';
import { NOTHING, type Outline, type Stone, type Stones } from './things';

const outlinesOf = remembering((scene: CarnacScene): readonly Outline[] =>
  Object.entries(scene.dolmens).flatMap(([colour, dolmens]) =>
    dolmens.map(({ squares, size }) => ({ colour: colour as StoneColour, squares, count: size })),
  ),
);

export function compose({
  scene,
  hand,
  prospect,
  over,
}: Composing<CarnacScene, StoneHand, StoneProspect>): Stones {
  return {
    stones: scene.stones as readonly Stone[],
    stock: scene.stock,
    outlines: settings.dolmens || over ? outlinesOf(scene) : NOTHING,
    pending: scene.pending,
    ghost: prospect?.stone ?? null,
    falls: hand?.answers.length ? hand.answers : (prospect?.falls ?? NOTHING),
  };
}
