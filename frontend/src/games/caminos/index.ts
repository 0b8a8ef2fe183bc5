/** Caminos on the page. */

import type { GameEntry } from '../game';
import './colours.css';
import Signs from './Signs.svelte';

export const caminos: GameEntry = {
  loadParts: () => import('./parts').then((chunk) => chunk.parts),
  Signs,
  keys: [
    ['T', 'keys.tip'],
    ['R', 'keys.turn.piece'],
    ['1 2 3 4', 'keys.numbers'],
  ],
};
