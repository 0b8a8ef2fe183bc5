import { describe, expect, test } from 'vitest';
import { layoutOf } from '../src/board/layout';
import { middleSquare, outlinePath } from '../src/board/outline';
import { outlineBars, pathBars, type Bar } from '../src/board/three/bars';
import { choices } from '../src/board/three/marks';
import { remembering } from '../src/remembering';

const board = { files: 10, ranks: 7, squares: null };

/** Whether two boxes share a point. */
const touch = (a: Bar, b: Bar) =>
  ([0, 1, 2] as const).every((i) => Math.abs(a.at[i] - b.at[i]) <= (a.size[i] + b.size[i]) / 2 + 1e-9);

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

  test('has no gaps, round corners and from height to height', () => {
    for (const group of [squares, ['a1', 'a2', 'a3', 'b3', 'c3', 'c2'], ['e5', 'f5', 'e6', 'f6', 'g6']]) {
      const heights = new Map(group.map((square, i) => [square, [1, 1.94, 1][i % 3] as number]));
      const bars = outlineBars(board, group, heights, '#fff');
      const joined = new Set(bars.slice(0, 1));
      for (const one of joined) for (const other of bars) if (touch(one, other)) joined.add(other);
      expect(joined.size).toBe(bars.length);
    }
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

describe('what is pointed at', () => {
  const heights = new Map([['c4', 1.94]]);
  const pointed = { board, lit: new Set<string>(), hovered: 'c4', heights };

  test('is lit on top of what is there', () => {
    const [plate] = choices({ ...pointed, arriving: [] });
    expect(plate?.at[1]).toBeGreaterThan(1.94);
  });

  test('is not lit in the air while what will be there is on its way', () => {
    expect(choices({ ...pointed, arriving: ['c4'] })).toEqual([]);
    expect(choices({ ...pointed, hovered: null, touched: ['c4', 'd4'], arriving: ['c4'] })).toHaveLength(1);
  });
});
