import { describe, expect, test } from 'vitest';
import { toppling } from '../src/board/pace';
import { fallBetween, formOf } from '../src/board/forms';
import { stockDepth, stockPlace } from '../src/board/three/stockpile';
import { outlineBars, pathBars } from '../src/board/three/bars';
import { middleSquare, outlinePath } from '../src/board/outline';
import { layoutOf } from '../src/board/layout';

const board = { files: 10, ranks: 7, squares: null };

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

describe('the line around a dolmen', () => {
  const squares = ['c4', 'd4', 'd5'];

  test('has a piece for every outer edge', () => {
    const bars = outlineBars(board, { colour: 'red', squares, count: 3 }, new Map(), '#fff');
    expect(bars).toHaveLength(8);
    const path = outlinePath(layoutOf(board, 0), squares, 100, 5);
    expect(path.match(/M/g)).toHaveLength(8);
  });

  test('lies as high as what it surrounds', () => {
    const heights = new Map([
      ['c4', 2],
      ['d4', 1],
    ]);
    const bars = outlineBars(board, { colour: 'red', squares, count: 3 }, heights, '#fff');
    expect(new Set(bars.map((bar) => Math.floor(bar.at[1])))).toEqual(new Set([0, 1, 2]));
  });

  test('has its number on the square nearest to the middle', () => {
    expect(middleSquare(['a1', 'b1', 'c1'])).toBe('b1');
  });
});

test('a path climbs the walls between heights', () => {
  const heights = new Map([
    ['a1', 1],
    ['b1', 3],
  ]);
  const bars = pathBars(board, ['a1', 'b1'], heights, '#fff', '#000');
  expect(Math.max(...bars.map((bar) => bar.size[1]))).toBeCloseTo(2);
});
