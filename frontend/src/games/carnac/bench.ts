/** What is in hand while positions of Carnac are set up; loaded with the page where they are. */

import type { CarnacLegal, CarnacScene } from '../../messages';
import type { GameParts } from '../game';
import { BenchHand } from './benchhand.svelte';
import BenchPicker from './BenchPicker.svelte';
import type { StoneHand } from './hand.svelte';
import type { Stones } from './things';

export const bench: Pick<GameParts<CarnacScene, CarnacLegal, StoneHand, Stones>, 'makeHand' | 'Decide'> = {
  makeHand: (table) => new BenchHand(table),
  Decide: BenchPicker,
};
