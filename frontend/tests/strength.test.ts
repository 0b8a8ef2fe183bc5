import { expect, test } from 'vitest';
import type { State, StrengthView } from '../src/messages';
import { levelCurve } from '../src/strength/curve';
import { nextGame } from '../src/strength/next';
import { state } from './state';

const graph = (...levels: number[]): StrengthView['graph'] =>
  levels.map((level, at) => ({ at, game: `g${at}`, elo: 0, level, against: 3, score: 1 }));

test('a strength goes up and down between the whole levels around it', () => {
  const { points, levels } = levelCurve(graph(3, 3.5, 5));
  expect(points).toEqual([
    [0, 0],
    [0.5, 0.25],
    [1, 1],
  ]);
  expect(levels).toEqual([
    [3, 0],
    [4, 0.5],
    [5, 1],
  ]);
});

test('small changes look small, at the ends of the ladder too', () => {
  expect(levelCurve(graph(3.2, 3.3)).levels.map(([level]) => level)).toEqual([3, 4, 5]);
  expect(levelCurve(graph(10, 10)).levels.map(([level]) => level)).toEqual([8, 9, 10]);
  expect(levelCurve(graph(1, 1)).levels.map(([level]) => level)).toEqual([1, 2, 3]);
});

test('the next game at my strength is the same with the sides changed', () => {
  const now: State = {
    ...state,
    seats: state.seats.map((seat) =>
      seat.seat === 0 ? { ...seat, name: 'Ann' } : { ...seat, kind: 'engine', level: 3 },
    ),
    clock: { initial_ms: 300_000, increment_ms: 5_000, remaining_ms: [0, 0], running: null },
  };
  expect(nextGame(now, 3.4)).toEqual({
    game: state.rules,
    options: state.options,
    seats: [
      { kind: 'engine', level: 3.4 },
      { kind: 'person', name: 'Ann' },
    ],
    clock: { seconds: 300, increment: 5 },
  });
  expect(nextGame({ ...now, clock: null }, 3.4).clock).toBeNull();
});
