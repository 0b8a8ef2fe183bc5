import { expect, test } from 'vitest';
import type { WinRate } from '../src/messages';
import { Advice } from '../src/play/advice.svelte';

const rate = (version: number): WinRate => ({
  type: 'winrate',
  version,
  ply: version,
  win_rate: { red: 1, white: 0 },
  final: true,
});

test('an opinion waits until its position is on the screen', () => {
  const advice = new Advice(() => undefined);
  advice.rated(rate(3), 3);
  expect(advice.chances?.version).toBe(3);
  advice.rated(rate(6), 4);
  expect(advice.chances?.version).toBe(3);
  advice.shown(5);
  expect(advice.chances?.version).toBe(3);
  advice.shown(6);
  expect(advice.chances?.version).toBe(6);
});
