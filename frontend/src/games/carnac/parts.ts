/** Carnac on the page, once a game of it is opened. */

import type { CarnacLegal, CarnacScene } from '../../messages';
import { asParts } from '../game';
import { advised } from './advised';
import { compose, scoreAt, stoneOn, tally } from './compose';
import Decide from './Decide.svelte';
import Dolmens from './Dolmens.svelte';
import Flat from './flat/Flat.svelte';
import { StoneHand } from './hand.svelte';
import MovePicture from './MovePicture.svelte';
import { look } from './painting.svelte';
import { SIGN_OF, type StoneColour } from './palette';
import Score from './Score.svelte';
import Stock from './Stock.svelte';
import StonePicker from './StonePicker.svelte';
import type { Stones } from './things';
import { tipFor } from './tips';
import * as words from './words';

export const parts = asParts<CarnacScene, CarnacLegal, StoneHand, Stones>({
  words,
  makeHand: (table) => new StoneHand(table),
  loadBench: () => import('./bench').then((chunk) => chunk.bench),
  compose,
  thingAt: stoneOn,
  advised,
  tally,
  Flat,
  look,
  loadSolid: () => import('./solid/layer').then((chunk) => chunk.makeLayer),
  Decide,
  // The next stone can be got ready while others decide.
  Ready: StonePicker,
  signOf: (colour) => SIGN_OF[colour as StoneColour],
  MovePicture,
  paired: true,
  Holdings: Dolmens,
  Stock,
  Score,
  scoreAt,
  scoredFromAbove: true,
  tipFor,
});
