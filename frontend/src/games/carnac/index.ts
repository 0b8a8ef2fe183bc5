/** Carnac on the page. */

import type { GameEntry } from '../game';
import './colours.css';
import { parts } from './parts';
import Signs from './Signs.svelte';

export const carnac: GameEntry = {
  // The newcomers' game comes with the page, so that a first game opens at once.
  loadParts: () => Promise.resolve(parts),
  Signs,
  keys: [
    ['T', 'keys.T'],
    ['R', 'keys.R'],
    ['N E S W', 'keys.compass'],
    ['−', 'keys.dash'],
    ['L', 'keys.L'],
  ],
};
