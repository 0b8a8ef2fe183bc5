/** Caminos on the page, once a game of it is opened. */

import type { CaminosLegal, CaminosScene } from '../../messages';
import { asParts } from '../game';
import { advised } from './advised';
import { compose, pieceOn, tally } from './compose';
import Flat from './flat/Flat.svelte';
import { PieceHand } from './hand.svelte';
import MovePicture from './MovePicture.svelte';
import PiecePicker from './PiecePicker.svelte';
import Score from './Score.svelte';
import Supply from './Supply.svelte';
import type { Pieces } from './things';
import { tipFor } from './tips';
import * as words from './words';

export const parts = asParts<CaminosScene, CaminosLegal, PieceHand, Pieces>({
  words,
  makeHand: (table) => new PieceHand(table),
  compose,
  thingAt: pieceOn,
  advised,
  tally,
  Flat,
  loadSolid: () => import('./solid/layer').then((chunk) => chunk.makeLayer),
  Decide: PiecePicker,
  signOf: (colour) => colour,
  MovePicture,
  Holdings: Supply,
  Score,
  tipFor,
});
