/** Carnac on the page. */

import type { GameEntry } from '../game';
import './colours.css';
import { asWritten, look, theme } from './painting.svelte';
import { parts } from './parts';
import Signs from './Signs.svelte';

export const carnac: GameEntry = {
  // The newcomers' game comes with the page, so that a first game opens at once.
  loadParts: () => Promise.resolve(parts),
  Signs,
  look,
  asWritten,
  settings: [{ name: 'stones', values: ['red-white', 'black-red'] }, { name: 'dolmens' }],
  // The author's own sheet has black where the published game has white.
  colourNames: { white: () => (theme() === 'black-red' ? 'black' : 'white') },
  keys: [
    ['T', 'keys.flip'],
    ['R', 'keys.turn.megalith'],
    ['N E S W', 'keys.compass'],
    ['−', 'keys.dash'],
    ['L', 'keys.L'],
  ],
};
