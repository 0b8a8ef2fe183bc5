/** From a Carnac scene and what is about to be decided, to what is drawn of it. */

import type { Tally } from '../../game/counting.svelte';
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

/** The order in which dolmens are counted: the largest of each colour first. */
const inOrder = remembering((outlines: readonly Outline[], counted: number): readonly Outline[] => {
  if (counted === Infinity) return outlines;
  const place = (outline: Outline) => outlines.filter((o) => o.colour === outline.colour).indexOf(outline);
  return [...outlines].sort((a, b) => place(a) - place(b)).slice(0, counted);
});

/** How many dolmens of each colour have been counted. */
export const countedOf = (scene: CarnacScene, counted: number): Partial<Record<string, number>> => {
  const of: Partial<Record<string, number>> = {};
  for (const { colour } of inOrder(outlinesOf(scene), counted)) of[colour] = (of[colour] ?? 0) + 1;
  return of;
};

const DOLMEN_MS = 620;

export const tally = (scene: CarnacScene): Tally => ({
  steps: outlinesOf(scene).length,
  milliseconds: DOLMEN_MS,
});

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
    outlines: settings.dolmens || over ? inOrder(outlinesOf(scene), counted) : NOTHING,
    pending: scene.pending,
    ghost: prospect?.stone ?? null,
    falls: hand?.answers.length ? hand.answers : (prospect?.falls ?? NOTHING),
  };
}
