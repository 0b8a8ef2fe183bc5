/** From a Carnac scene and what is about to be decided, to what is drawn of it. */

import type { Square } from '../../board/squares';
import type { CarnacScene } from '../../messages';
import { remembering } from '../../remembering';
import type { Composing, Tally } from '../game';
import { choices } from './choices';
import type { StoneProspect } from './decide';
import type { StoneHand } from './hand.svelte';
import type { StoneColour } from './palette';
import { NOTHING, type Outline, type Stone, type Stones } from './things';

/** All dolmens in the order in which they are compared: the largest of each colour, then the next. */
const outlinesOf = remembering((scene: CarnacScene): readonly Outline[] =>
  Object.entries(scene.dolmens)
    .flatMap(([colour, dolmens]) =>
      dolmens.map(({ squares, size }, rank) => ({
        colour: colour as StoneColour,
        squares,
        count: size,
        rank,
      })),
    )
    .sort((a, b) => a.rank - b.rank)
    .map(({ colour, squares, count }) => ({ colour, squares, count })),
);
const countedOutlines = remembering((scene: CarnacScene, counted: number): readonly Outline[] =>
  outlinesOf(scene).slice(0, counted),
);

/** How many dolmens of each colour have been counted. */
export const scoreAt = (scene: CarnacScene, counted: number): Record<string, number> =>
  Object.fromEntries(
    Object.keys(scene.dolmens).map((colour) => [
      colour,
      countedOutlines(scene, counted).filter((outline) => outline.colour === colour).length,
    ]),
  );

const DOLMEN_MS = 620;

export const tally = (scene: CarnacScene): Tally => ({
  steps: outlinesOf(scene).length,
  milliseconds: DOLMEN_MS,
});

/** The squares of the stone on a square. */
export const stoneOn = (square: Square, { stones }: CarnacScene): readonly Square[] =>
  stones.find(({ squares }) => squares.includes(square))?.squares ?? NOTHING;

export function compose({
  scene,
  hand,
  prospect,
  over,
  counted,
}: Composing<CarnacScene, StoneHand, StoneProspect>): Stones {
  return {
    stones: scene.stones as readonly Stone[],
    stock: scene.stock,
    outlines: choices.dolmens || over ? countedOutlines(scene, counted) : NOTHING,
    pending: scene.pending,
    ghost: prospect?.stone ?? null,
    falls: hand?.answers.length ? hand.answers : (prospect?.falls ?? NOTHING),
  };
}
