import { describe, expect, test } from 'vitest';
import { byStone } from '../src/game/movelist';
import { cubeFaces } from '../src/game/isometric';
import { tipFor } from '../src/game/tips';
import { applied, clockFace, homeQuarter, timeLeft } from '../src/gamestate';
import type { CarnacScene, MoveView, SeatView, State, Update } from '../src/messages';

const move = (text: string, stone: number): MoveView => ({
  text,
  stone,
  seat: 0,
  colour: 'red',
  squares: ['c4'],
  top: 'red',
  axis: 'white',
  spent_ms: 0,
  clock_ms: null,
});
const seat = (number: number, colour: string): SeatView => ({
  seat: number,
  player: number + 1,
  colour,
  kind: 'person',
  name: '',
  level: null,
  out: false,
});
const scene: CarnacScene = {
  game: 'carnac',
  ply: 1,
  stones: [],
  pending: null,
  tops: {},
  dolmens: { red: [], white: [] },
  stock: 27,
  last: [],
  origin: null,
};
const may: State['may'] = {
  move: true,
  resign: true,
  draw: true,
  takeback: true,
  undo: false,
  redo: false,
  hint: false,
  winrate: false,
  rematch: false,
  pause: false,
  resume: false,
  stop: false,
  answer: [],
};
const state: State = {
  type: 'state',
  game: 'x',
  version: 4,
  now: 0,
  created: 0,
  rules: 'carnac',
  options: {},
  letters: { red: 'r', white: 'w' },
  board: { name: 'medium', files: 10, ranks: 7, squares: [] },
  status: 'playing',
  paused: false,
  seats: [seat(0, 'red'), seat(1, 'white')],
  connected: [true, true],
  watchers: 0,
  turn: { seat: 0, colour: 'red', phase: 'place' },
  clock: { initial_ms: 60_000, increment_ms: 0, remaining_ms: [60_000, 30_000], running: 1 },
  outcome: null,
  score: null,
  offers: [],
  undone: [],
  rematch: null,
  moves: [move('c4rw', 1), move('E', 1), move('b2wr', 2)],
  scene,
  position: '',
  you: { role: 'player', seats: [0] },
  may,
  legal: null,
};

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

  test('show hours, minutes and seconds, and tenths at the end', () => {
    expect(clockFace(3_661_000)).toBe('1:01:01');
    expect(clockFace(299_999)).toBe('4:59');
    expect(clockFace(9_950)).toBe('9.9');
  });
});

describe('the board is turned to', () => {
  test('whoever looks at it', () => {
    expect(homeQuarter(state, false)).toBe(0);
    expect(homeQuarter({ ...state, you: { role: 'player', seats: [1] } }, false)).toBe(2);
    expect(homeQuarter({ ...state, you: { role: 'spectator', seats: [] } }, true)).toBe(0);
  });

  test('whoever decides, at one screen, if they like', () => {
    const both: State = {
      ...state,
      you: { role: 'player', seats: [0, 1] },
      turn: { seat: 1, colour: 'white', phase: 'answer' },
    };
    expect(homeQuarter(both, true)).toBe(2);
    expect(homeQuarter(both, false)).toBe(0);
  });
});

describe('tips', () => {
  test('come at their moment and once', () => {
    expect(tipFor(state, null, ['blocked'])).toBe('placing');
    expect(tipFor(state, null, ['blocked', 'placing'])).toBeNull();
    const answering: State = {
      ...state,
      scene: { ...scene, pending: 'b2' },
      turn: { seat: 0, colour: 'red', phase: 'answer' },
    };
    expect(tipFor(answering, null, [])).toBe('arrows');
    expect(tipFor(answering, null, ['arrows'])).toBe('leaving');
  });

  test('explain a dolmen when there is one, and joined ones when there are fewer', () => {
    const one = { squares: ['a1', 'a2', 'a3'], size: 3 };
    const now: State = { ...state, scene: { ...scene, dolmens: { red: [one], white: [] } } };
    expect(tipFor(now, null, [])).toBe('dolmen');
    const before: CarnacScene = { ...scene, dolmens: { red: [one, one], white: [] } };
    expect(tipFor(now, before, ['dolmen'])).toBe('joined');
  });

  test('are for players only', () => {
    expect(tipFor({ ...state, you: { role: 'spectator', seats: [] } }, null, [])).toBeNull();
  });
});

test('moves are grouped by the stone they belong to, and a swap stands alone', () => {
  const list = [move('c4rw', 1), move('swap', 0), move('E', 1), move('b2wr', 2), move('-', 2)];
  expect(byStone(list).map(({ number, plies }) => [number, ...plies])).toEqual([
    [1, 0],
    [0, 1],
    [1, 2],
    [2, 3, 4],
  ]);
});

test('a piece in hand shows three faces of each cube, turned with the board', () => {
  const cubes = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
  ] as const;
  expect(cubeFaces(cubes, 0)).toHaveLength(9);
  expect(cubeFaces(cubes, 1)).not.toEqual(cubeFaces(cubes, 0));
  expect(cubeFaces([], 0)).toEqual([]);
});
