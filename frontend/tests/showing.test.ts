import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClaimView, PlayedStep } from '../src/messages';
import { PuzzleTable } from '../src/practice/table.svelte';
import { texts } from '../src/texts.svelte';
import { moment, parts, puzzle } from './puzzle';

const claim: ClaimView = {
  code: 'gives_dolmens',
  colour: 'white',
  count: 2,
  other: 1,
  squares: [],
  moves: ['c3rw', '-', 'c4rr'],
  instead: ['a1rw'],
  weight: 0.1,
};
const step = (ply: number, move: string, ...last: string[]): PlayedStep => ({
  move,
  colour: ply % 2 ? 'red' : 'white',
  scene: { ...moment(ply).scene, last },
  position: '',
});
const line = {
  scene: moment(0).scene,
  steps: [step(1, 'c3rw', 'c3'), step(2, '-', 'c3'), step(3, 'c4rr', 'c4', 'c5')],
};

beforeEach(() => {
  vi.useFakeTimers();
  texts.entries = { 'training.line.step': '{colour}: {move}', 'side.red': 'Red', 'side.white': 'White' };
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = () => {
  const table = new PuzzleTable(puzzle, moment(5), parts, () => undefined);
  table.showing.begin(claim, false, line);
  return table;
};

test('a reason’s moves are numbered, then played one after the other in place of the position', async () => {
  const { showing } = begin();
  expect(showing.scene?.ply).toBe(0);
  expect(showing.numbers.map(({ square, label }) => [square, label])).toEqual([
    ['c3', '2'],
    ['c5', '3'],
  ]);
  await vi.advanceTimersByTimeAsync(900);
  expect(showing.scene?.ply).toBe(1);
  expect(showing.numbers.map(({ label }) => label)).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(showing.at).toBe(3);
});

test('the board shows them, and a tap on it leads back', () => {
  const table = begin();
  table.showing.goTo(3);
  expect(table.drawing.last).toEqual(['c4', 'c5']);
  expect(table.prospect).toBeNull();
  table.choose('a1');
  expect(table.showing.scene).toBeNull();
  expect(table.showing.claim).toBeNull();
  expect(table.scene.ply).toBe(5);
});

test('each move is said, and stepping ends the play', async () => {
  const table = begin();
  await vi.advanceTimersByTimeAsync(900);
  expect(table.announcement).toMatch(/^Red: /);
  table.showing.goTo(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(table.showing.at).toBe(0);
});

test('what is decided or looked at otherwise ends it', () => {
  const table = begin();
  table.reconsider();
  expect(table.showing.scene).toBeNull();
  expect(table.showing.line).toEqual([]);
});
