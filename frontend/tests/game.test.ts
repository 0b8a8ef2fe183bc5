import { describe, expect, test } from 'vitest';
import { applied, clockAt, clockFace, homeQuarter, timeLeft } from '../src/gamestate';
import type { State, Update } from '../src/messages';
import { rowsOf } from '../src/play/movelist';
import { move, state } from './state';

describe('an update', () => {
  const { type, rules, options, letters, board, created, moves, ...present } = state;
  const update: Update = {
    ...present,
    type: 'update',
    since: 4,
    version: 5,
    keep: 3,
    changes: [],
    moves: [],
  };

  test('adds the new moves and overwrites what it names', () => {
    const after = applied(state, { ...update, moves: [move('-', 2)], status: 'over' });
    expect(after?.moves.map((m) => m.text)).toEqual(['c4rw', 'E', 'b2wr', '-']);
    expect([after?.version, after?.status, after?.rules]).toEqual([5, 'over', 'carnac']);
    expect(after?.type).toBe('state');
  });

  test('takes moves back', () => {
    expect(applied(state, { ...update, keep: 1 })?.moves.map((m) => m.text)).toEqual(['c4rw']);
  });

  test('that does not follow is not applied', () => {
    expect(applied(state, { ...update, since: 3 })).toBeNull();
    expect(applied(state, { ...update, since: 5 })).toBeNull();
  });
});

describe('clocks', () => {
  test('only the running one loses time, never below nothing', () => {
    expect(timeLeft(state, 0, 5000)).toBe(60_000);
    expect(timeLeft(state, 1, 5000)).toBe(25_000);
    expect(timeLeft(state, 1, 99_000)).toBe(0);
    expect(timeLeft({ ...state, clock: null }, 0, 0)).toBeNull();
  });

  test('of a player without a connection wait, and run when the grace is used up', () => {
    const away = { ...state, clock: { ...state.clock, away: [1] } } as State;
    expect(clockAt(away, 1, 4_000)).toEqual({ left: 30_000, waits: 6_000 });
    expect(clockAt(away, 1, 12_000)).toEqual({ left: 28_000, waits: 0 });
    expect(clockAt(away, 0, 12_000)).toEqual({ left: 60_000, waits: 0 });
    // The player's own page knows when it lost the line.
    expect(clockAt(state, 1, 5_000, 2_000)).toEqual({ left: 28_000, waits: 7_000 });
    expect(clockAt(state, 1, 5_000)).toEqual({ left: 25_000, waits: 0 });
  });

  test('show hours, minutes and seconds, and tenths at the end', () => {
    expect(clockFace(3_661_000)).toBe('1:01:01');
    expect(clockFace(299_999)).toBe('4:59');
    expect(clockFace(9_950)).toBe('9.9');
  });
});

describe('the board is turned to', () => {
  test('the viewer', () => {
    expect(homeQuarter(state, false)).toBe(0);
    expect(homeQuarter({ ...state, you: { role: 'player', seats: [1] } }, false)).toBe(2);
    expect(homeQuarter({ ...state, you: { role: 'spectator', seats: [] } }, true)).toBe(0);
  });

  test('the player who decides, at one screen, if they like', () => {
    const both: State = {
      ...state,
      you: { role: 'player', seats: [0, 1] },
      turn: { seat: 1, colour: 'white', phase: 'answer' },
    };
    expect(homeQuarter(both, true)).toBe(2);
    expect(homeQuarter(both, false)).toBe(0);
  });
});

test('moves are grouped by their number, and a swap stands alone', () => {
  const list = [move('c4rw', 1), move('swap', 0), move('E', 1), move('b2wr', 2), move('-', 2)];
  expect(rowsOf(list).map(({ number, plies }) => [number, ...plies])).toEqual([
    [1, 0],
    [0, 1],
    [1, 2],
    [2, 3, 4],
  ]);
});
