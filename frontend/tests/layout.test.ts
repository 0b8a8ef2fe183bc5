import { expect, test } from 'vitest';
import { layoutOf, onScreen, seenRows, spotOf, squareIn, stepOnScreen } from '../src/board/layout';
import { DIRECTIONS, neighbour } from '../src/board/squares';

const medium = { files: 10, ranks: 7, squares: null };
const gap = { files: 3, ranks: 3, squares: new Set(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3']) };

test('red sees a1 at the bottom left, white at the top right', () => {
  expect(spotOf(layoutOf(medium, 0), 'a1')).toEqual({ x: 0, y: 6 });
  expect(spotOf(layoutOf(medium, 2), 'a1')).toEqual({ x: 9, y: 0 });
});

test('a board turned by a quarter is as high as it was wide', () => {
  const layout = layoutOf(medium, 1);
  expect([layout.columns, layout.rows]).toEqual([7, 10]);
  expect(spotOf(layout, 'a1')).toEqual({ x: 0, y: 0 });
});

test('every square is found again where it was put, whichever way the board is turned', () => {
  for (const quarter of [0, 1, 2, 3]) {
    const layout = layoutOf(medium, quarter);
    const seen = seenRows(layout).flat();
    expect(new Set(seen).size).toBe(70);
    for (const square of seen) {
      const { x, y } = spotOf(layout, square as string);
      expect(squareIn(layout, x, y)).toBe(square);
    }
  }
});

test('compass directions point on the screen where the neighbours are', () => {
  for (const quarter of [0, 1, 2, 3]) {
    const layout = layoutOf(medium, quarter);
    const from = spotOf(layout, 'e4');
    for (const direction of DIRECTIONS) {
      const to = spotOf(layout, neighbour(medium, 'e4', direction) as string);
      expect([to.x - from.x, to.y - from.y]).toEqual([...onScreen(quarter, direction)]);
    }
  }
});

test('steps on the screen go over a hole and stop at the edge', () => {
  const layout = layoutOf(gap, 0);
  expect(stepOnScreen(layout, 'a2', 1, 0)).toBe('c2');
  expect(stepOnScreen(layout, 'c2', 1, 0)).toBeNull();
});
