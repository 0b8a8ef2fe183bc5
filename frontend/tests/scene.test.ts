import { Scene as World } from 'three';
import { describe, expect, test } from 'vitest';
import { Lights } from '../src/board/three/lights';
import { slabGeometry, THICKNESS } from '../src/board/three/slab';
import { RIM } from '../src/board/wood';
import { DIAMOND, rectangle, RING } from './boards';

describe('the light', () => {
  test('comes over the shoulder of the viewer, from every seat', () => {
    const lights = new Lights(new World(), false, 8, 0);
    for (const [quarter, x, z] of [
      [0, 0, 1],
      [1, 1, 0],
      [2, 0, -1],
      [3, -1, 0],
    ] as const) {
      lights.face(quarter);
      const { position } = lights.sun;
      expect(position.y).toBeGreaterThan(5);
      expect(position.x * x + position.z * z).toBeGreaterThan(4);
    }
  });
});

describe('the slab', () => {
  test('is as large as its board with its frame, and lies below the squares', () => {
    const slab = slabGeometry(rectangle(10, 7));
    slab.computeBoundingBox();
    const { min, max } = slab.boundingBox ?? { min: null, max: null };
    expect(max?.x).toBeCloseTo(5 + RIM);
    expect(max?.z).toBeCloseTo(3.5 + RIM);
    expect([min?.y, max?.y]).toEqual([-THICKNESS, 0]);
  });

  /** The area of the faces that look up. */
  const top = (board: Parameters<typeof slabGeometry>[0]) => {
    const at = slabGeometry(board).getAttribute('position');
    let area = 0;
    for (let i = 0; i < at.count; i += 3) {
      if (at.getY(i) || at.getY(i + 1) || at.getY(i + 2)) continue;
      const [ax, az] = [at.getX(i + 1) - at.getX(i), at.getZ(i + 1) - at.getZ(i)];
      const [bx, bz] = [at.getX(i + 2) - at.getX(i), at.getZ(i + 2) - at.getZ(i)];
      expect(az * bx - ax * bz).toBeGreaterThan(0);
      area += (az * bx - ax * bz) / 2;
    }
    return area;
  };

  test('has no wood in the corners around a diamond', () => {
    expect(top(rectangle(5, 5))).toBeCloseTo((5 + 2 * (RIM - 0.08)) ** 2);
    expect(top(DIAMOND)).toBeLessThan(0.75 * top(rectangle(5, 5)));
  });

  test('has walls around a hole', () => {
    const walls = (board: Parameters<typeof slabGeometry>[0]) =>
      slabGeometry(board).getAttribute('position').count;
    expect(walls(RING)).toBe(walls(rectangle(4, 4)) + 8 * 6);
  });
});
