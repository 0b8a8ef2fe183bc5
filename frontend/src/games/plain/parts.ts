/** Any game the page does not know: seen from above, its moves chosen by their squares. */

import type { PlainLegal, PlainScene } from '../../messages';
import { asParts } from '../game';
import Decide from './Decide.svelte';
import Flat from './Flat.svelte';
import { PlainHand } from './hand.svelte';
import Points from './Points.svelte';
import Score from './Score.svelte';
import * as words from './words';

/** The colour on each occupied square. */
export type Tops = PlainScene['tops'];

export const parts = asParts<PlainScene, PlainLegal, PlainHand, Tops>({
  words,
  makeHand: (table) => new PlainHand(table),
  compose: ({ scene }) => scene.tops,
  Flat,
  Decide,
  Holdings: Points,
  Score,
});
