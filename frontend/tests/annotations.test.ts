import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { arrowOutline, drawn, inkOf, UNANNOTATED, type Ink } from '../src/board/annotations';
import { Sketch, Stroke } from '../src/board/stroke.svelte';
import { lying, tintGeometry } from '../src/board/three/annotations';
import { rectangle } from './boards';

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

describe('what is drawn', () => {
  test('is taken away by the same stroke and repainted by another ink', () => {
    const once = drawn(UNANNOTATED, 'a1', 'c3', 'green');
    expect(once.arrows).toEqual([{ from: 'a1', to: 'c3', ink: 'green' }]);
    expect(drawn(once, 'a1', 'c3', 'green')).toEqual(UNANNOTATED);
    expect(drawn(once, 'a1', 'c3', 'red').arrows).toEqual([{ from: 'a1', to: 'c3', ink: 'red' }]);
    expect(drawn(once, 'c3', 'a1', 'green').arrows).toHaveLength(2);
  });

  test('is a circle from a square to itself', () => {
    const once = drawn(UNANNOTATED, 'b2', 'b2', 'blue');
    expect(once).toEqual({ arrows: [], circles: [{ square: 'b2', ink: 'blue' }] });
    expect(drawn(once, 'b2', 'b2', 'blue')).toEqual(UNANNOTATED);
  });

  test.each([
    [{}, 'green'],
    [{ shiftKey: true }, 'red'],
    [{ ctrlKey: true }, 'red'],
    [{ altKey: true }, 'blue'],
    [{ altKey: true, shiftKey: true }, 'yellow'],
  ] as const)('has the ink of the keys held down: %o', (keys, ink) => {
    expect(inkOf({ ...NO_KEYS, ...keys })).toBe(ink);
  });
});

describe('a hand that draws', () => {
  const hand = () => {
    const sketch = new Sketch();
    return { sketch, stroke: new Stroke(() => sketch) };
  };

  test('draws with the right button, and with any once the pencil is out', () => {
    const { stroke } = hand();
    expect([0, 2].map((button) => stroke.takes({ button }))).toEqual([false, true]);
    stroke.pencil = 'red';
    expect([0, 2].map((button) => stroke.takes({ button }))).toEqual([true, true]);
    expect(new Stroke(() => undefined).takes({ button: 2 })).toBe(false);
  });

  test('shows what it would draw until it is lifted', () => {
    const { sketch, stroke } = hand();
    stroke.begin('a1', NO_KEYS);
    expect(stroke.with(sketch.now).circles).toEqual([{ square: 'a1', ink: 'green' }]);
    stroke.over('b3');
    stroke.over(null);
    expect(stroke.with(sketch.now).arrows).toEqual([{ from: 'a1', to: 'b3', ink: 'green' }]);
    expect(sketch.now).toBe(UNANNOTATED);
    stroke.end();
    expect(sketch.now.arrows).toEqual([{ from: 'a1', to: 'b3', ink: 'green' }]);
    expect(stroke.with(sketch.now)).toEqual(sketch.now);
  });

  test('draws nothing that began beside the board', () => {
    const { sketch, stroke } = hand();
    stroke.begin(null, NO_KEYS);
    stroke.over('b3');
    stroke.end();
    expect(sketch.now).toBe(UNANNOTATED);
  });

  test('draws by keys: x circles, Shift and x begin and end an arrow', () => {
    const { sketch, stroke } = hand();
    stroke.pencil = 'yellow' as Ink;
    expect(stroke.key('x', 'c2')).toBe(true);
    stroke.key('X', 'c2');
    stroke.key('X', 'e4');
    expect(sketch.now).toEqual({
      arrows: [{ from: 'c2', to: 'e4', ink: 'yellow' }],
      circles: [{ square: 'c2', ink: 'yellow' }],
    });
    stroke.key('X', 'a1');
    stroke.key('X', 'a1');
    expect(sketch.now.arrows).toHaveLength(1);
    expect(stroke.key('y', 'c2')).toBe(false);
  });
});

describe('an arrow', () => {
  test('points from one middle towards the other, as long as the way', () => {
    const outline = arrowOutline(3);
    const [along] = outline.reduce((far, point) => (point[0] > far[0] ? point : far));
    expect(along).toBeGreaterThan(2.8);
    expect(along).toBeLessThan(3);
  });

  test('leads from top to top in three dimensions, and is level across', () => {
    const matrix = lying(new Vector3(1, 2, 1), new Vector3(2, -2, 0));
    const tip = new Vector3(Math.sqrt(8), 0, 0).applyMatrix4(matrix);
    expect(tip.x).toBeCloseTo(3);
    expect(tip.y).toBeCloseTo(0);
    const side = new Vector3(0, 1, 0).applyMatrix4(matrix);
    expect(side.y).toBeCloseTo(2);
  });
});

test('a tint lies on the top of each square, as strong as it is', () => {
  const tint = new Map([
    ['a1', { colour: '#ff0000', strength: 1 }],
    ['b1', { colour: '#ff0000', strength: 0.5 }],
  ]);
  const geometry = tintGeometry(rectangle(3, 3), tint, new Map([['b1', 1]]), (colour) => colour);
  const [place, colour] = [geometry.getAttribute('position'), geometry.getAttribute('color')];
  expect(place.count).toBe(12);
  expect(place.getY(0)).toBeLessThan(0.1);
  expect(place.getY(6)).toBeGreaterThan(1);
  expect(colour.getW(6)).toBeCloseTo(colour.getW(0) / 2);
});
