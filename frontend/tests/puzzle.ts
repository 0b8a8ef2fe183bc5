/** A puzzle of two decisions, as the server describes it and answers to tries. */

import { parts as carnac } from '../src/games/carnac/parts';
import type { GameParts } from '../src/games/game';
import type { CarnacLegal, Moment, PlayedStep, PuzzleTried, PuzzleView } from '../src/messages';
import { scene } from './state';

export const legal: CarnacLegal = {
  game: 'carnac',
  placements: { c3: '', c4: '' },
  answers: [],
  swap: false,
};
const turn = { colour: 'red', seat: 0, player: 1, players: [1, 2], phase: 'place' };
export const moment = (ply: number, over = false): Moment => ({
  position: `after ${ply}`,
  scene: { ...scene, ply },
  turn: over ? null : turn,
  legal: over ? null : legal,
  winner: over ? 'red' : null,
  score: null,
});
const step = (move: string, ply: number, colour = 'red'): PlayedStep => ({
  move,
  colour,
  scene: { ...scene, ply, last: ['c3'] },
  position: `after ${ply}`,
});
export const puzzle: PuzzleView = {
  puzzle: '1f3a90c2',
  game: 'carnac',
  board: { name: 'small', files: 8, ranks: 5, squares: [], sides: [] },
  letters: { red: 'r', white: 'w' },
  colour: 'red',
  result: 'win',
  decisions: 2,
  themes: ['join'],
  rating: 1500,
  deviation: 100,
  tried: 0,
  up: 0,
  down: 0,
  moment: moment(0),
};
const rating = { rating: 1500, deviation: 300 };
export const judged = {
  right: false,
  rated: true,
  before: rating,
  after: { ...rating, rating: 1490 },
  due: null,
};
export const wrong: PuzzleTried = {
  right: false,
  done: false,
  moves: [],
  steps: [step('c4rw', 1)],
  moment: moment(0),
  refutation: {
    moves: ['E', 'c3rw'],
    steps: [step('E', 2, 'white'), step('c3rw', 3)],
    result: 'loss',
    claims: [
      {
        code: 'can_force',
        colour: 'white',
        count: null,
        other: null,
        squares: [],
        moves: [],
        instead: [],
        weight: 1,
      },
    ],
  },
  judged,
  streak: null,
};
export const right: PuzzleTried = {
  right: true,
  done: false,
  moves: ['c3rw', '-'],
  steps: [step('c3rw', 1), step('-', 2, 'white')],
  moment: moment(2),
  refutation: null,
  judged: null,
  streak: null,
};
export const done: PuzzleTried = {
  ...right,
  done: true,
  moves: ['c3rw', '-', 'c4rr'],
  steps: [step('c4rr', 3)],
  moment: moment(3),
};

export const parts = carnac as unknown as GameParts;
