import { describe, expect, test } from 'vitest';
import { compose, tally } from '../src/games/carnac/compose';
import {
  answerFalls,
  answerFor,
  fallsFrom,
  flipped,
  stoneProspect,
  turned,
} from '../src/games/carnac/decide';
import { fallBetween, formOf, movementTo } from '../src/games/carnac/forms';
import { stockDepth, stockPlace } from '../src/games/carnac/solid/stockpile';
import type { StoneHand } from '../src/games/carnac/hand.svelte';
import {
  newOutlines,
  strengthOf,
  type Fall,
  type Outline,
  type Stone,
  type Stones,
} from '../src/games/carnac/things';
import { tipFor } from '../src/games/carnac/tips';
import { facesSeen, toppling } from '../src/games/carnac/toppling';
import type { CarnacLegal, CarnacScene, State } from '../src/messages';
import { scene, state } from './state';

const letters = { red: 'r', white: 'w' };
const hand = { top: 'red', axis: 'white' } as const;

describe('a stone in hand', () => {
  const placing: CarnacLegal = { game: 'carnac', placements: { c4: 'NE', a1: '' }, answers: [], swap: false };

  test('is written as square, top and axis', () => {
    expect(stoneProspect(placing, letters, hand, 'c4')?.text).toBe('c4rw');
    expect(stoneProspect(placing, letters, flipped(hand), 'c4')?.text).toBe('c4ww');
    expect(stoneProspect(placing, letters, turned(hand), 'c4')?.text).toBe('c4rr');
  });

  test('cannot go where the server does not offer a placement', () => {
    expect(stoneProspect(placing, letters, hand, 'd4')).toBeNull();
  });

  test('shows the axis colour when it falls east or west, the other to the north and south', () => {
    expect(fallsFrom('c4', 'NE', hand)).toEqual([
      { direction: 'N', squares: ['c5', 'c6'], colour: 'red' },
      { direction: 'E', squares: ['d4', 'e4'], colour: 'white' },
    ]);
  });
});

describe('an answer', () => {
  const answering: CarnacLegal = {
    game: 'carnac',
    placements: {},
    swap: false,
    answers: [
      { text: 'N', squares: ['b4', 'b3'], colour: 'white' },
      { text: '-', squares: ['b2'], colour: 'red' },
    ],
  };

  test('is chosen by either square of its fall, or by the stone itself', () => {
    expect(stoneProspect(answering, letters, hand, 'b3')?.text).toBe('N');
    expect(stoneProspect(answering, letters, hand, 'b4')?.text).toBe('N');
    expect(stoneProspect(answering, letters, hand, 'b2')?.text).toBe('-');
    expect(stoneProspect(answering, letters, hand, 'c2')).toBeNull();
  });

  test('is drawn from the stone outwards', () => {
    expect(answerFalls(answering.answers, 'b2')).toEqual([
      { direction: 'N', squares: ['b3', 'b4'], colour: 'white' },
    ]);
  });

  test('can be given by its letter, small or capital', () => {
    expect(answerFor(answering, 'n')?.text).toBe('N');
    expect(answerFor(answering, '-')?.text).toBe('-');
    expect(answerFor(answering, 'E')).toBeNull();
  });
});

const standing: Stone = { squares: ['c4'], top: 'red', axis: 'white' };
const other: Stone = { squares: ['a1'], top: 'white', axis: 'white' };

describe('between two drawings', () => {
  test('a stone that is new is set down', () => {
    expect(movementTo([other], [other, standing])).toEqual({ stone: standing, fall: null });
  });

  test('a stone that lies beside where it stood has fallen', () => {
    const lying: Stone = { squares: ['e4', 'd4'], top: 'white', axis: null };
    expect(movementTo([other, standing], [other, lying])?.fall?.direction).toBe('E');
  });

  test('nothing moves when a turn is taken back or the stones are the same', () => {
    expect(movementTo([other, standing], [other])).toBeNull();
    expect(movementTo([other, standing], [other, standing])).toBeNull();
    expect(movementTo([], [])).toBeNull();
  });
});

describe('a falling stone from above', () => {
  test('begins as the end it stood on shows, on its own square', () => {
    const { side, end } = facesSeen(0);
    expect(side).toEqual([-1, -1]);
    expect(end).toEqual([-1, 0]);
  });

  test('ends as its side, on the two squares beyond the edge it tips over', () => {
    const { side, end, height } = facesSeen(1);
    expect(side[0]).toBeCloseTo(0);
    expect(side[1]).toBeCloseTo(2);
    expect(end[1] - end[0]).toBeCloseTo(0);
    expect(height).toBeCloseTo(1);
  });

  test('shows both faces side by side on the way', () => {
    const { side, end } = facesSeen(0.5);
    expect(side[1]).toBe(end[0]);
    expect(side[1] - side[0]).toBeGreaterThan(end[1] - end[0]);
  });
});

describe('a stone', () => {
  test('that lies has the look the server describes, whichever way it fell', () => {
    // Red end on d4, white end on e4, white on top: as if it had fallen east from c4, standing on its red end.
    expect(formOf({ squares: ['d4', 'e4'], top: 'white', axis: null })).toEqual({
      file: 2,
      rank: 3,
      top: 'white',
      axis: 'white',
      fall: 'E',
    });
    expect(formOf({ squares: ['d4', 'd3'], top: 'white', axis: null })).toMatchObject({
      axis: 'red',
      fall: 'S',
    });
  });

  test('falls from where it stood to where it lies', () => {
    const standing = formOf({ squares: ['c4'], top: 'red', axis: 'white' });
    expect(fallBetween(standing, { squares: ['e4', 'd4'], top: 'white', axis: null })).toBe('E');
    expect(fallBetween(standing, { squares: ['c2', 'c3'], top: 'red', axis: null })).toBe('S');
    expect(fallBetween(standing, { squares: ['f4', 'e4'], top: 'white', axis: null })).toBeNull();
    expect(fallBetween(standing, { squares: ['c4'], top: 'red', axis: 'white' })).toBeNull();
  });

  test('gathers speed and comes to rest lying', () => {
    expect(toppling(0)).toBe(0);
    expect(toppling(0.2)).toBeLessThan(0.1);
    expect(toppling(1)).toBeCloseTo(1);
  });
});

test('the stockpile stands beyond the far side of the board, seen from each seat', () => {
  const beyond = { across: 5, away: 3.5 };
  expect(stockPlace(0, { ...beyond, quarter: 0 })[1]).toBeLessThan(-3.5);
  expect(stockPlace(0, { ...beyond, quarter: 2 })[1]).toBeGreaterThan(3.5);
  expect(stockPlace(0, { across: 3.5, away: 5, quarter: 1 })[0]).toBeLessThan(-5);
  expect(stockDepth(28, 5)).toBeGreaterThan(stockDepth(1, 5));
  expect(stockDepth(0, 5)).toBe(0);
});

describe('tips', () => {
  test('come at their moment and once', () => {
    expect(tipFor(state, null, ['blocked'])).toBe('placing');
    expect(tipFor(state, null, ['blocked', 'placing'])).toBeNull();
    const answering: State = {
      ...state,
      scene: { ...scene, pending: 'b2' },
      turn: { seat: 0, colour: 'red', phase: 'answer' },
    };
    expect(tipFor(answering, null, [])).toBe('arrows');
    expect(tipFor(answering, null, ['arrows'])).toBe('leaving');
  });

  test('explain a dolmen when there is one, and joined ones when there are fewer', () => {
    const one = { squares: ['a1', 'a2', 'a3'], size: 3 };
    const now: State = { ...state, scene: { ...scene, dolmens: { red: [one], white: [] } } };
    expect(tipFor(now, null, [])).toBe('dolmen');
    const before: CarnacScene = { ...scene, dolmens: { red: [one, one], white: [] } };
    expect(tipFor(now, before, ['dolmen'])).toBe('joined');
  });

  test('are for players only', () => {
    expect(tipFor({ ...state, you: { role: 'spectator', seats: [] } }, null, [])).toBeNull();
  });
});

describe('what might come to be', () => {
  const fall = (direction: 'N' | 'E', squares: string[]): Fall => ({ direction, squares, colour: 'red' });
  const north = fall('N', ['c5', 'c6']);
  const east = fall('E', ['d4', 'e4']);
  const things: Stones = {
    stones: [],
    stock: 3,
    outlines: [],
    pending: 'c4',
    ghost: null,
    falls: [north, east],
  };

  test('all falls are offered alike until one is chosen', () => {
    expect([north, east].map((f) => strengthOf(things, f))).toEqual([1, 1]);
  });

  test('the chosen fall is drawn as the stone itself, and the others are fainter', () => {
    const ghost: Stone = { squares: ['e4', 'd4'], top: 'red', axis: null };
    expect(strengthOf({ ...things, ghost }, east)).toBe(0);
    expect(strengthOf({ ...things, ghost }, north)).toBeGreaterThan(0);
    expect(strengthOf({ ...things, ghost }, north)).toBeLessThan(0.5);
  });

  test('a dolmen is new when it has formed, grown or joined another, not when it is named in another order', () => {
    const dolmen = (...squares: string[]): Outline => ({ colour: 'red', squares, count: squares.length });
    const before = [dolmen('a1', 'a2', 'a3')];
    expect(newOutlines(before, [dolmen('a3', 'a2', 'a1')])).toEqual([]);
    expect(newOutlines(before, [dolmen('a1', 'a2', 'a3', 'a4')])).toHaveLength(1);
    expect(newOutlines([], before)).toEqual(before);
  });
});

describe('the end', () => {
  const dolmen = (squares: string[]) => ({ squares, size: squares.length });
  const ended: CarnacScene = {
    ...scene,
    dolmens: {
      red: [dolmen(['a1', 'a2', 'a3']), dolmen(['c1', 'c2', 'c3'])],
      white: [dolmen(['e1', 'e2', 'e3'])],
    },
  };
  const empty = { answers: [] } as unknown as StoneHand;
  const shown = (counted: number) =>
    compose({ scene: ended, hand: empty, prospect: null, over: true, counted }).outlines.map(
      (o) => o.squares[0],
    );

  test('is counted dolmen by dolmen, the largest of each colour first', () => {
    expect(tally(ended).steps).toBe(3);
    expect([0, 1, 2, 3].map((n) => shown(n).length)).toEqual([0, 1, 2, 3]);
    expect(shown(2)).toEqual(['a1', 'e1']);
    expect(shown(Infinity)).toHaveLength(3);
  });
});
