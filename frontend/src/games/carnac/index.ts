/** Carnac on the page. */

import type { GameEntry } from '../game';
import './colours.css';
import Signs from './Signs.svelte';

export const carnac: GameEntry = {
  loadParts: () => import('./parts').then((chunk) => chunk.carnac),
  Signs,
  keys: [
    ['T', 'keys.T'],
    ['R', 'keys.R'],
    ['N E S W', 'keys.compass'],
    ['−', 'keys.dash'],
  ],
};
