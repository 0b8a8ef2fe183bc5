import { describe, expect, test } from 'vitest';
import { layoutOf } from '../src/board/layout';
import { middleSquare, outlinePath } from '../src/board/outline';
import { outlineBars, pathBars } from '../src/board/three/bars';
import { remembering } from '../src/remembering';

const board = { files: 10, ranks: 7, squares: null };

describe('the line around a group', () => {
  const squares = ['c4', 'd4', 'd5'];

  test('has a piece for every outer edge', () => {
    const bars = outlineBars(board, squares, new Map(), '#fff');
    expect(bars).toHaveLength(8);
    const path = outlinePath(layoutOf(board, 0), squares, 100, 5);
    expect(path.match(/M/g)).toHaveLength(8);
  });

  test('lies as high as what it surrounds', () => {
    const heights = new Map([
      ['c4', 2],
      ['d4', 1],
    ]);
    const bars = outlineBars(board, squares, heights, '#fff');
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
  const bars = pathBars(board, ['a1', 'b1'], heights);
  expect(Math.max(...bars.map((bar) => bar.size[1]))).toBeCloseTo(2);
});

test('a remembered value is the same until one of its inputs is another', () => {
  const pair = remembering((a: number, b: number) => [a, b]);
  const first = pair(1, 2);
  expect(pair(1, 2)).toBe(first);
  expect(pair(1, 3)).toEqual([1, 3]);
});
