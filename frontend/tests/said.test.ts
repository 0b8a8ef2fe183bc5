/** What just happened, in words: a line for each kind of decision, and never an empty one. */

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import english from '../../src/stonefield/locales/en/app.json';
import * as caminosWords from '../src/games/caminos/words';
import * as carnacWords from '../src/games/carnac/words';
import type { GameParts } from '../src/games/game';
import * as plainWords from '../src/games/plain/words';
import type { ChangeView, MoveView, State, Text } from '../src/messages';
import { comings, said } from '../src/play/announce';
import { Saying } from '../src/play/saying.svelte';
import { texts } from '../src/texts.svelte';
import { endSentence, engineName, tellingScore } from '../src/words';
import { move, state } from './state';

type GameWords = GameParts['words'];
const [carnac, caminos, plain] = [carnacWords, caminosWords, plainWords] as unknown as GameWords[] as [
  GameWords,
  GameWords,
  GameWords,
];

beforeAll(() => {
  texts.entries = english as unknown as Record<string, Text>;
});

const white = (text: string, squares: string[], more: Partial<MoveView> = {}): MoveView => ({
  ...move(text, 1),
  seat: 1,
  colour: 'white',
  squares,
  ...more,
});
const moved = (seat: number): ChangeView => ({ version: 5, kind: 'move', seat, detail: '' });
const change = (kind: ChangeView['kind'], seat: number | null, detail = ''): ChangeView => ({
  version: 5,
  kind,
  seat,
  detail,
});

/** What is said to Red, who sits at seat 0, after White's last move. */
const told = (words: GameWords, moves: MoveView[], more: Partial<State> = {}): string[] =>
  said(words, { ...state, moves, ...more }, [moved(1)]).map(({ text }) => text);
const watching: Partial<State> = {
  you: { role: 'spectator', seats: [] },
  may: { ...state.may, move: false },
};

describe('of Carnac', () => {
  test('a stone that is left standing, and who places again', () => {
    const moves = [move('c4rw', 1), white('-', ['c4'])];
    expect(told(carnac, moves)).toEqual(['White left it standing: you place again.']);
    expect(told(carnac, moves, watching)).toEqual(['White left it standing: Red places again.']);
    expect(told(carnac, moves, { ...watching, turn: null })).toEqual(['White leaves it standing.']);
  });

  test('a stone that falls, and what it shows', () => {
    const moves = [move('c4rw', 1), white('W', ['a4', 'b4'], { top: 'red', detail: null })];
    expect(told(carnac, moves)).toEqual(['White tilts it west: red shows.']);
  });

  test('a stone that is placed, and what is asked of you', () => {
    const moves = [white('d2rw', ['d2'])];
    expect(told(carnac, moves)).toEqual(['White places a megalith on d2: tilt it or leave it?']);
    expect(told(carnac, moves, watching)).toEqual(['White places a megalith on d2.']);
  });

  test('a swap, and the colour you play now', () => {
    const moves = [move('c4rw', 1), white('swap', [], { piece: 0 })];
    expect(told(carnac, moves)).toEqual(['White swaps colours: you play Red now.']);
    expect(told(carnac, moves, watching)).toEqual(['The players exchange colours.']);
  });

  test('answers have a sign in the list', () => {
    expect(['-', 'N', 'c4rw', 'swap'].map((text) => carnacWords.moveIcon(text))).toEqual([
      'stand',
      'fall',
      null,
      null,
    ]);
  });
});

describe('of Caminos', () => {
  const green = (text: string, squares: string[], top = 'green') =>
    white(text, squares, { colour: 'green', top, detail: null });

  test('a piece on the board, on others, and a neutral one', () => {
    const first = green('T:d3,d4,d5,e4', ['d3', 'd4', 'd5', 'e4']);
    expect(told(caminos, [first])).toEqual(['Green places its T on d3, d4, d5 and e4.']);
    expect(told(caminos, [first, green('L:d4*3,e4', ['d4', 'e4'])])).toEqual([
      'Green stacks its L on d4 and e4.',
    ]);
    expect(told(caminos, [green('I:a1,a2', ['a1', 'a2'], 'neutral')])).toEqual([
      'Green places a neutral piece on a1 and a2.',
    ]);
  });
});

test('of a game that the page does not know, the move itself', () => {
  expect(told(plain, [white('7', ['a1'])])).toEqual(['White plays 7.']);
});

test('the viewer’s own decisions are not told to them; two at once are told both', () => {
  const moves = [move('c4rw', 1), white('E', ['e4', 'd4']), white('a1rr', ['a1'], { piece: 2 })];
  const lines = said(carnac, { ...state, moves }, [moved(0), moved(1), moved(1)]);
  expect(lines.map(({ text }) => text)).toEqual([
    'White tilts it east: red shows.',
    'White places a megalith on a1: tilt it or leave it?',
  ]);
});

test('who joins, and what is taken back', () => {
  const lines = said(carnac, state, [change('join', 1, 'Ben'), change('takeback', 1), change('stall', null)]);
  expect(lines.map(({ text }) => text)).toEqual(['Ben has joined.', 'The last turn has been taken back.']);
});

test('who goes and comes back, of the others', () => {
  const gone = { ...state, connected: [false, false] };
  const known = new Set<number>();
  const heard = (before: State, after: State) => comings(before, after, known).map(({ text }) => text);
  expect(heard(gone, state)).toEqual([]);
  expect(heard(state, gone)).toEqual(['Player 2 is away.']);
  expect(heard(gone, state)).toEqual(['Player 2 is back.']);
  expect(heard({ ...state, status: 'over' }, { ...gone, status: 'over' })).toEqual([]);
});

describe('lines over the board', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: false });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const say = (saying: Saying, ...several: string[]) =>
    several.forEach((text) => saying.say({ text, icon: null }));
  const seen = (saying: Saying) => saying.lines.map(({ text }) => text);

  test('stay for more than two seconds and less than three, two at most', () => {
    const saying = new Saying();
    say(saying, 'one', 'two', 'three');
    expect(seen(saying)).toEqual(['two', 'three']);
    vi.advanceTimersByTime(2_000);
    say(saying, 'four');
    expect(seen(saying)).toEqual(['three', 'four']);
    vi.advanceTimersByTime(1_000);
    expect(seen(saying)).toEqual(['four']);
    vi.advanceTimersByTime(2_000);
    expect(seen(saying)).toEqual([]);
  });

  test('wait for a viewer who looks elsewhere', () => {
    const saying = new Saying();
    vi.stubGlobal('document', { hidden: true });
    say(saying, 'one');
    vi.advanceTimersByTime(60_000);
    expect(seen(saying)).toEqual(['one']);
    vi.stubGlobal('document', { hidden: false });
    vi.advanceTimersByTime(3_000);
    expect(seen(saying)).toEqual([]);
  });
});

test('the end is said to each as theirs', () => {
  const outcome = { winner: 'white', seats: [1], reason: 'dolmens' };
  const over: State = { ...state, status: 'over', outcome };
  expect(endSentence(over)).toBe('You lose');
  expect(endSentence({ ...over, you: { role: 'player', seats: [1] } })).toBe('You win');
  expect(endSentence({ ...over, you: { role: 'player', seats: [0, 1] } })).toBe('White wins');
  expect(endSentence({ ...over, you: { role: 'spectator', seats: [] } })).toBe('White wins');
});

test('an engine has the name of its level', () => {
  expect([1, 2, 2.7, 4.4, 10].map(engineName)).toEqual([
    'Wanderer, level 1',
    'Gatherer, level 2',
    'Gatherer, level 2.7',
    'Quarryman, level 4.4',
    'Giant, level 10',
  ]);
});

test('a score is told with the result unless it is even and something else has decided', () => {
  expect(tellingScore([5, 1], 'red')).toEqual([5, 1]);
  expect(tellingScore([3, 3], null)).toEqual([3, 3]);
  expect(tellingScore([3, 3], 'red')).toEqual([]);
});
