import { describe, expect, test } from 'vitest';
import {
  axes,
  between,
  birdView,
  corners,
  fit,
  homeView,
  isBird,
  orbit,
  zoomBy,
  type Vec,
} from '../src/board/three/camera';
import type { BoardShape } from '../src/board/squares';
import { randomFrom } from '../src/board/three/noise';
import { hiding, isTouched, pickSquare, pickThing, squareUnder, xOf, zOf } from '../src/board/three/place';
import { woodOutline } from '../src/board/wood';
import { DIAMOND, OCTAGON, rectangle, RING, squaresOf } from './boards';

const extent = {
  corners: [
    [-5.6, -4.1],
    [-5.6, 4.1],
    [5.6, -4.1],
    [5.6, 4.1],
  ] as const,
  high: 3,
  beyond: 3,
  quarter: 0,
};
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('the camera', () => {
  test('is far enough away to see the whole board, from every side and angle', () => {
    for (const yaw of [0, 37, 90, 200]) {
      for (const tilt of [0.01, 20, 43, 80]) {
        const view = { ...homeView(0), yaw, tilt };
        const { distance, shift } = fit(view, extent, 1.4);
        const { right, up, back } = axes(view);
        const slope = Math.tan((view.fov * Math.PI) / 360);
        for (const point of corners(extent, isBird(view))) {
          const reach = (distance - dot(point, back)) * slope;
          expect(Math.abs(dot(point, right) / (reach * 1.4))).toBeLessThanOrEqual(0.98);
          expect(Math.abs(dot(point, up) / reach - shift)).toBeLessThanOrEqual(0.98);
        }
      }
    }
  });

  test('looks at the seat’s own side: from the south for red, from the north for white', () => {
    expect(axes(birdView(0)).up[2]).toBeCloseTo(-1);
    expect(axes(birdView(2)).up[2]).toBeCloseTo(1);
    expect(axes(birdView(1)).up[0]).toBeCloseTo(-1);
  });

  test('leaves the bird’s-eye view when it is dragged', () => {
    const dragged = orbit(birdView(0), 10, -40);
    expect(isBird(dragged)).toBe(false);
    expect(dragged.fov).toBeGreaterThan(20);
  });

  test('turns the shorter way round and arrives', () => {
    const [a, b] = [homeView(0), homeView(3)];
    expect(between(a, b, 0.5).yaw).toBeCloseTo(a.yaw - 45);
    expect(((between(a, b, 1).yaw % 360) + 360) % 360).toBeCloseTo(b.yaw);
  });

  test('comes closer to the point under the pointer and returns to the middle', () => {
    const near = zoomBy(homeView(0), 2, { x: 4, z: 2 });
    expect([near.x, near.z]).toEqual([2, 1]);
    const back = zoomBy(near, 0.5, { x: 4, z: 2 });
    expect([back.zoom, back.x, back.z]).toEqual([1, 0, 0]);
  });
});

describe('pointing', () => {
  const board = { files: 10, ranks: 7, squares: null };

  test('finds a square by its place in the world', () => {
    for (const square of ['a1', 'j7', 'e4']) {
      expect(squareUnder(board, xOf(board, square), zOf(board, square))).toBe(square);
    }
    expect(squareUnder(board, 20, 0)).toBeNull();
  });

  test('from above every square is found, however high the stones beside it', () => {
    const heights = new Map([['e4', 2]]);
    for (const square of ['e4', 'e5', 'd4']) {
      const origin = [xOf(board, square), 900, zOf(board, square)] as const;
      expect(pickSquare(board, heights, origin, [0, -1, 0])).toBe(square);
    }
  });

  test('at an angle a stone that can act is met before the square behind it, and no other stone', () => {
    const target = [xOf(board, 'e5') + 0.2, 0, zOf(board, 'e5')] as const;
    const origin = [target[0], 6, target[2] + 8] as const;
    const direction = [0, -6, -8] as const;
    expect(pickSquare(board, new Map(), origin, direction)).toBe('e5');
    expect(pickSquare(board, new Map([['e4', 2]]), origin, direction)).toBe('e4');
  });

  test('of things the one that is seen is found, though a click for its square would go through it', () => {
    const heights = new Map([
      ['e4', 1],
      ['f4', 1],
      ['e6', 1.94],
    ]);
    for (const [square, height] of heights) {
      const { eye, way } = rayTo(board, 0, 1.4, [xOf(board, square), height, zOf(board, square)]);
      expect(pickThing(board, heights, eye, way)).toBe(square);
      expect(pickSquare(board, new Map(), eye, way)).not.toBe(square);
    }
    // Between its two halves a lying stone has no gap.
    const seam = rayTo(board, 0, 1.4, [xOf(board, 'e4') + 0.5, 1, zOf(board, 'e4')]);
    expect(['e4', 'f4']).toContain(pickThing(board, heights, seam.eye, seam.way));
    const bare = rayTo(board, 0, 1.4, [xOf(board, 'b2'), 0, zOf(board, 'b2')]);
    expect(pickThing(board, heights, bare.eye, bare.way)).toBe('b2');
    expect(pickThing(board, heights, [0, 5, 0], [0, 1, 0])).toBeNull();
  });

  test('beside the board nothing is found', () => {
    expect(pickSquare(board, new Map(), [30, 5, 0], [0, -1, 0])).toBeNull();
    expect(pickSquare(board, new Map(), [0, 5, 0], [0, 1, 0])).toBeNull();
  });
});

/** The ray from the seat's own camera to a point, and where that camera stands. */
function rayTo(board: BoardShape, quarter: number, aspect: number, at: Vec) {
  const wood = woodOutline(board).map(([x, y]) => [x - board.files / 2, board.ranks / 2 - y] as const);
  const view = homeView(quarter);
  const { distance } = fit(view, { corners: wood, high: 2, beyond: 1.2, quarter }, aspect);
  const eye = axes(view).back.map((n) => n * distance) as unknown as Vec;
  return { eye, way: [at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]] as const };
}

describe('in the seat’s own view', () => {
  test('the camera stands square to the player, 55 to 60 degrees high', () => {
    for (const quarter of [0, 1, 2, 3]) {
      const { yaw, tilt } = homeView(quarter);
      expect(yaw).toBe(quarter * 90);
      expect(90 - tilt).toBeGreaterThanOrEqual(55);
      expect(90 - tilt).toBeLessThanOrEqual(60);
    }
  });

  test('the board fills the picture, whatever its proportions', () => {
    for (const aspect of [0.5, 1, 1.4, 2.5]) {
      const view = homeView(0);
      const { distance, shift } = fit(view, extent, aspect);
      const { right, up, back } = axes(view);
      const slope = Math.tan((view.fov * Math.PI) / 360);
      const seen = corners(extent, false).map((p) => {
        const reach = (distance - dot(p, back)) * slope;
        return [Math.abs(dot(p, right) / (reach * aspect)), Math.abs(dot(p, up) / reach - shift)] as const;
      });
      expect(Math.max(...seen.flat())).toBeGreaterThan(0.94);
    }
  });

  const boards = [rectangle(8, 5), rectangle(10, 7), rectangle(14, 9), rectangle(3, 14)];

  test('the middle of every empty square is found behind any number of stones that cannot act', () => {
    for (const board of boards) {
      for (const quarter of [0, 1, 2, 3]) {
        for (const square of squaresOf(board)) {
          const { eye, way } = rayTo(board, quarter, 1.3, [xOf(board, square), 0, zOf(board, square)]);
          expect(pickSquare(board, new Map(), eye, way)).toBe(square);
        }
      }
    }
  });

  test('a finger takes hold of what stands there by its foot and by its tip, and not from beside it', () => {
    const board = rectangle(8, 5);
    const touched = (x: number, y: number, z: number) => {
      const { eye, way } = rayTo(board, 0, 1.3, [xOf(board, 'd3') + x, y, zOf(board, 'd3') + z]);
      return isTouched(board, new Map([['d3', 1.94]]), eye, way);
    };
    expect([touched(0, 0, 0), touched(0.3, 1.9, 0)]).toEqual([true, true]);
    expect([touched(1.2, 0, 0), touched(0, 0, 1.2), touched(0, 0, -2.5)]).toEqual([false, false, false]);
  });

  test('the middle of every top is found behind towers that can act', () => {
    const random = randomFrom(5);
    for (const board of [rectangle(8, 8), DIAMOND, OCTAGON, RING]) {
      for (let round = 0; round < 8; round++) {
        const tops = new Map(squaresOf(board).map((square) => [square, Math.floor(random() * 5)]));
        for (const [square, height] of tops) {
          const middle = [xOf(board, square), height, zOf(board, square)] as const;
          const { eye, way } = rayTo(board, round % 4, 1.3, middle);
          expect(pickSquare(board, tops, eye, way)).toBe(square);
        }
      }
    }
  });

  test('what hides a square is known: the stone before it, not the one behind or beside it', () => {
    const board = rectangle(10, 7);
    const heights = new Map([
      ['e3', 1.94],
      ['e5', 1.94],
      ['g4', 1.94],
    ]);
    const { eye } = rayTo(board, 0, 1.3, [0, 0, 0]);
    expect([...hiding(board, heights, new Set(['e4']), eye)]).toEqual(['e3']);
    const opposite = rayTo(board, 2, 1.3, [0, 0, 0]).eye;
    expect([...hiding(board, heights, new Set(['e4']), opposite)]).toEqual(['e5']);
  });
});
