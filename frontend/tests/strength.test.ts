import { describe, expect, test } from 'vitest';
import type { ClientMessage, State, StrengthView } from '../src/messages';
import { levelCurve } from '../src/strength/curve';
import { chancesFrom } from '../src/settings.svelte';
import { areShown } from '../src/strength/chances.svelte';
import { Advice } from '../src/play/advice.svelte';
import { nextGame } from '../src/strength/next';
import { levelAt } from '../src/strength/scale';
import { state } from './state';

const graph = (...levels: number[]): StrengthView['graph'] =>
  levels.map((level, at) => ({ at, game: `g${at}`, rating: 900, level, against: 3, score: 1 }));

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
    clock: {
      initial_ms: 300_000,
      increment_ms: 5_000,
      remaining_ms: [0, 0],
      running: null,
      grace_ms: [30_000, 30_000],
      away: [],
    },
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
  expect(nextGame({ ...now, coach: 'blunders' }, 3.4).coach).toBe('blunders');
});

test('a rating lies among the levels, and none is reached before its own rating', () => {
  const ratings = [600, 800, 1200];
  expect(levelAt(ratings, 100)).toBe(1);
  expect(levelAt(ratings, 600)).toBe(1);
  expect(levelAt(ratings, 700)).toBe(1.5);
  expect(levelAt(ratings, 799)).toBe(1.9);
  expect(levelAt(ratings, 800)).toBe(2);
  expect(levelAt(ratings, 1000)).toBe(2.5);
  expect(levelAt(ratings, 3000)).toBe(3);
});

describe('winning chances', () => {
  const [first, second] = state.seats;
  if (!first || !second) throw new Error('two seats');
  const duel: State = {
    ...state,
    seats: [first, { ...second, kind: 'engine', level: 3 }],
    you: { ...state.you, role: 'player', seats: [0] },
    status: 'playing',
    may: { ...state.may, winrate: true },
  };

  test('are hidden in a game that may count, unless they are wanted always', () => {
    expect(areShown(duel, 'free', false)).toBe(false);
    expect(areShown(duel, 'always', false)).toBe(true);
    expect(areShown(duel, 'never', true)).toBe(false);
  });

  test('are shown where the game does not count, and after its end', () => {
    expect(areShown(duel, 'free', true)).toBe(true);
    expect(areShown({ ...duel, status: 'over' }, 'free', false)).toBe(true);
    expect(areShown({ ...duel, seats: [first, second] }, 'free', false)).toBe(true);
    expect(areShown({ ...duel, may: { ...duel.may, winrate: false } }, 'always', true)).toBe(false);
  });

  test('a switch that was on without being asked is no wish', () => {
    expect([undefined, true, false, 'always', 'never', 'free', 7].map(chancesFrom)).toEqual([
      'free',
      'free',
      'never',
      'always',
      'never',
      'free',
      'free',
    ]);
  });
});

describe('a hint', () => {
  const advise = () => {
    const sent: ClientMessage['type'][] = [];
    const note = ({ type }: ClientMessage) => void sent.push(type);
    return { sent, advice: new Advice(() => ({ ask: note, cancel: () => undefined, send: note })) };
  };

  test('says first what it costs where the game counts, and only once', () => {
    const { sent, advice } = advise();
    advice.learn(true);
    advice.want();
    expect([advice.warning, advice.thinking, sent]).toEqual([true, false, []]);
    advice.drop();
    expect(advice.warning).toBe(false);
    advice.want();
    advice.ask();
    expect([advice.warning, advice.thinking, sent]).toEqual([false, true, ['hint']]);
    advice.drop();
    advice.want();
    expect([advice.warning, sent]).toEqual([false, ['hint', 'hint']]);
  });

  test('comes at once where the game does not count, as soon as that is known', () => {
    const { sent, advice } = advise();
    advice.learn(true);
    advice.want();
    advice.learn(false);
    expect([advice.warning, advice.thinking, sent]).toEqual([false, true, ['hint']]);
  });
});
