import { expect, test } from 'vitest';
import { loadParts } from '../src/games';
import { PlainHand } from '../src/games/plain/hand.svelte';
import type { PlainLegal, PlainScene } from '../src/messages';
import { state } from './state';

const scene: PlainScene = {
  game: 'plain',
  ply: 1,
  tops: { a1: 'red' },
  points: { red: 1, blue: 0 },
  last: ['a1'],
};
const legal: PlainLegal = {
  game: 'plain',
  moves: [
    { text: 'b2', squares: ['b2'] },
    { text: 'a1-a2', squares: ['a1', 'a2'] },
    { text: 'a1-b1', squares: ['a1', 'b1'] },
    { text: 'pass', squares: [] },
  ],
  swap: false,
};
const table = { state, scene, legal, propose: () => undefined, reconsider: () => undefined };

test('a game without parts of its own gets the plain ones, seen from above only', async () => {
  const parts = await loadParts('trio');
  expect(parts).toBe(await loadParts('plain'));
  expect(parts.loadSolid).toBeUndefined();
  expect(parts).not.toBe(await loadParts(state.rules));
});

test('a square stands for every move that names it', () => {
  const hand = new PlainHand(table);
  expect(hand.prospectsAt('b2')).toEqual([{ text: 'b2' }]);
  expect(hand.prospectsAt('a1').map((p) => p.text)).toEqual(['a1-a2', 'a1-b1']);
  expect(hand.prospectsAt('c3')).toEqual([]);
  expect([...hand.lit]).toEqual(['b2', 'a1', 'a2', 'b1']);
});

test('moves that name no square are offered beside the board', () => {
  expect(new PlainHand(table).elsewhere).toEqual([{ text: 'pass' }]);
  expect(new PlainHand({ ...table, legal: null }).elsewhere).toEqual([]);
});
