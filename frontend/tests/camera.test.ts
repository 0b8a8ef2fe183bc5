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
import { pickSquare, squareUnder, xOf, zOf } from '../src/board/three/place';

const extent = { x: 5.6, z: 4.1, high: 3, beyond: 3, quarter: 0 };
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('the camera', () => {
  test('is far enough away to see the whole board, from every side and angle', () => {
    for (const yaw of [0, 37, 90, 200]) {
      for (const tilt of [0.01, 20, 43, 80]) {
        const view = { ...homeView(0, false), yaw, tilt };
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
    const [a, b] = [homeView(0, false), homeView(3, false)];
    expect(between(a, b, 0.5).yaw).toBeCloseTo(a.yaw - 45);
    expect(((between(a, b, 1).yaw % 360) + 360) % 360).toBeCloseTo(b.yaw);
  });

  test('comes closer to the point under the pointer and returns to the middle', () => {
    const near = zoomBy(homeView(0, false), 2, { x: 4, z: 2 });
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

  test('at an angle a stone in front is met before the square behind it', () => {
    const heights = new Map([['e4', 2]]);
    const target = [xOf(board, 'e5'), 0, zOf(board, 'e5')] as const;
    const origin = [target[0], 6, target[2] + 8] as const;
    const direction = [0, -6, -8] as const;
    expect(pickSquare(board, new Map(), origin, direction)).toBe('e5');
    expect(pickSquare(board, heights, origin, direction)).toBe('e4');
  });

  test('beside the board nothing is found', () => {
    expect(pickSquare(board, new Map(), [30, 5, 0], [0, -1, 0])).toBeNull();
    expect(pickSquare(board, new Map(), [0, 5, 0], [0, 1, 0])).toBeNull();
  });
});
