import { describe, expect, test } from 'vitest';
import { heardBetween, lastSeconds } from '../src/play/listening.svelte';
import { RECIPES } from '../src/sound/synth';
import { state as playing } from './state';

const mine = { ...playing, you: { role: 'player' as const, seats: [0] } };
const turn = (seat: number) => ({ ...mine, turn: { seat, colour: 'red', phase: 'place' } });

describe('what is heard of a game', () => {
  test('my turn, when it comes; not while it lasts, nor the turn of others', () => {
    expect(heardBetween(turn(1), turn(0))).toBe('turn');
    expect(heardBetween(turn(0), turn(0))).toBeNull();
    expect(heardBetween(turn(0), turn(1))).toBeNull();
  });

  test('nothing at one screen, where one of the players always has the turn', () => {
    const both = (seat: number) => ({ ...turn(seat), you: { role: 'player' as const, seats: [0, 1] } });
    expect(heardBetween(both(1), both(0))).toBeNull();
  });

  test('the end, once', () => {
    const over = { ...turn(0), status: 'over' as const, turn: null };
    expect(heardBetween(turn(1), over)).toBe('end');
    expect(heardBetween(over, over)).toBeNull();
  });

  test('the last ten seconds of my own time', () => {
    const times = { initial_ms: 60_000, increment_ms: 0, remaining_ms: [9_500, 9_500] };
    const clock = { ...times, running: 0, grace_ms: [10_000, 10_000], away: [] };
    expect(lastSeconds({ ...turn(0), clock }, 0)).toBe(10);
    expect(lastSeconds({ ...turn(0), clock }, 1_000)).toBe(9);
    expect(lastSeconds({ ...turn(0), clock }, 20_000)).toBeNull();
    expect(lastSeconds({ ...turn(0), clock: { ...clock, remaining_ms: [30_000, 0] } }, 0)).toBeNull();
    expect(lastSeconds({ ...turn(1), clock: { ...clock, running: 1 } }, 0)).toBeNull();
  });
});

test('every sound is made of something, and none is louder than the speaker', () => {
  for (const { tones = [], noises = [] } of Object.values(RECIPES)) {
    const parts = [...tones, ...noises];
    expect(parts.length).toBeGreaterThan(0);
    for (const { loud, length } of parts) {
      expect(loud).toBeLessThanOrEqual(1);
      expect(length).toBeGreaterThan(0);
    }
  }
});
