import { describe, expect, test } from 'vitest';
import { carrying, dropping, LANDS, once, SET_LANDS } from '../src/board/pace';
import { FINISHES, Quality } from '../src/board/three/quality';

describe('a thing that is set down', () => {
  test('gathers speed, lands, and settles after one small rebound', () => {
    expect(dropping(0)).toBe(1);
    expect(dropping(LANDS * 0.5)).toBeGreaterThan(0.7);
    expect(dropping(LANDS)).toBeCloseTo(0);
    const after = Array.from({ length: 20 }, (_, i) => dropping(LANDS + ((1 - LANDS) * i) / 20));
    expect(Math.max(...after)).toBeGreaterThan(0);
    expect(Math.max(...after)).toBeLessThan(0.1);
    expect(dropping(1)).toBeCloseTo(0);
  });

  test('is over its square before it comes down', () => {
    expect(carrying(0)).toEqual({ way: 0, height: 0 });
    for (let u = 0; u <= 1; u += 0.05) {
      const { way, height } = carrying(u);
      if (way < 1) expect(height).toBeCloseTo(way);
    }
    expect(carrying(SET_LANDS).way).toBe(1);
    expect(carrying(SET_LANDS).height).toBeCloseTo(0);
  });

  test('is heard once', () => {
    let heard = 0;
    const landing = once(LANDS, () => heard++);
    for (const u of [0, 0.5, 0.8, 0.9, 1]) landing(u);
    expect(heard).toBe(1);
  });
});

describe('the quality of the picture', () => {
  const frames = (quality: Quality, span: number, count: number) => {
    let lowered = 0;
    for (let i = 0; i < count; i++) if (quality.frame(1000 + i * span)) lowered++;
    quality.rest();
    return lowered;
  };

  test('stays where frames are quick, even when one of them is late', () => {
    const quality = new Quality();
    expect(frames(quality, 16, 200)).toBe(0);
    quality.frame(0);
    expect(quality.frame(400)).toBe(false);
    expect(quality.finish).toBe(FINISHES[0]);
  });

  test('steps down while frames are slow, to the last step, and never up again', () => {
    const quality = new Quality();
    expect(frames(quality, 50, 400)).toBe(FINISHES.length - 1);
    expect(quality.finish).toBe(FINISHES.at(-1));
    expect(frames(quality, 8, 400)).toBe(0);
    expect(quality.finish).toBe(FINISHES.at(-1));
  });

  test('takes no pause for a slow frame', () => {
    const quality = new Quality();
    for (let i = 0; i < 100; i++) {
      expect(quality.frame(i * 900)).toBe(false);
      quality.rest();
    }
  });
});
