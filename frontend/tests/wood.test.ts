import { describe, expect, test } from 'vitest';
import { coordinates, holes, inlays, woodOutline } from '../src/board/wood';
import { boardOf, DIAMOND, OCTAGON, rectangle, RING, squaresOf, stairs } from './boards';

describe('the wood around the squares', () => {
  test('is a rectangle around a rectangle', () => {
    expect(woodOutline(rectangle(10, 7), 0.5)).toEqual([
      [-0.5, -0.5],
      [10.5, -0.5],
      [10.5, 7.5],
      [-0.5, 7.5],
    ]);
  });

  test('has the shape of its board: eight corners around a diamond and an octagon', () => {
    expect(woodOutline(DIAMOND)).toHaveLength(8);
    expect(woodOutline(OCTAGON)).toHaveLength(8);
    // No wood in the corners of the rectangle around it.
    for (const [x, y] of woodOutline(DIAMOND, 0))
      expect(Math.abs(x - 2.5) + Math.abs(y - 2.5)).toBeCloseTo(3);
  });

  test('has a hole where squares are missing in the middle, and only there', () => {
    expect(holes(RING).sort()).toEqual(['b2', 'b3', 'c2', 'c3']);
    expect(holes(DIAMOND)).toEqual([]);
    expect(holes(boardOf(['###', '#.#', '#.#']))).toEqual([]);
  });

  test('names every file and rank twice, no two names on one another', () => {
    for (const board of [rectangle(10, 7), DIAMOND, OCTAGON, RING]) {
      const names = coordinates(board);
      expect(names).toHaveLength(2 * (board.files + board.ranks));
      names.forEach(({ at: [x, y] }, i) => {
        for (const { at } of names.slice(i + 1))
          expect(Math.hypot(x - at[0], y - at[1])).toBeGreaterThan(0.4);
      });
    }
  });
});

describe('the lines along the sides', () => {
  test('are alike on opposite sides and differ on neighbouring ones', () => {
    const edge = (of: (s: string) => boolean) => squaresOf(rectangle(4, 4)).filter(of);
    const board = {
      ...rectangle(4, 4),
      sides: [
        edge((s) => s.endsWith('1')),
        edge((s) => s.startsWith('d')),
        edge((s) => s.endsWith('4')),
        edge((s) => s.startsWith('a')),
      ],
    };
    const lines = inlays(board, 0.25);
    expect(lines).toHaveLength(16);
    const pairAt = (x: number, y: number) =>
      lines.find(({ from, to }) => (from[0] + to[0]) / 2 === x && (from[1] + to[1]) / 2 === y)?.pair;
    expect(pairAt(1.5, -0.25)).toBe(pairAt(1.5, 4.25));
    expect(pairAt(-0.25, 1.5)).toBe(pairAt(4.25, 1.5));
    expect(pairAt(1.5, -0.25)).not.toBe(pairAt(-0.25, 1.5));
    // A corner square shows both of its sides.
    expect(pairAt(0.375, -0.25)).not.toBe(pairAt(-0.25, 0.375));
  });

  test('follow the stairs of a diamond', () => {
    const sides = [stairs('c1', 'e3'), stairs('e3', 'c5'), stairs('a3', 'c5'), stairs('a3', 'c1')];
    expect(inlays({ ...DIAMOND, sides }, 0.1)).toHaveLength(20);
  });

  test('are none where sides mean nothing', () => {
    expect(inlays(rectangle(10, 7), 0.1)).toEqual([]);
  });
});
