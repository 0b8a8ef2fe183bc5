import { describe, expect, test } from 'vitest';
import type { Stone } from '../src/board/drawing';
import { movementTo } from '../src/board/flat/movement.svelte';
import { facesSeen } from '../src/board/flat/toppling';

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
