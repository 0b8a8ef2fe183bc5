import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '../src/api';
import type { GameParts } from '../src/games/game';
import { asLearner, knownLearner } from '../src/learner';
import type {
  CarnacLegal,
  EndgameMoved,
  EndgameView,
  Moment,
  PlayedStep,
  PuzzleSolution,
  PuzzleTried,
  PuzzleView,
  StormView,
} from '../src/messages';
import { settings } from '../src/settings.svelte';
import { texts } from '../src/texts.svelte';
import { Endgame } from '../src/training/endgame.svelte';
import { curveOf } from '../src/training/progress';
import { Solving } from '../src/training/solving.svelte';
import { Storm } from '../src/training/storm.svelte';
import { puzzleAddress, wishOf } from '../src/training/wish';
import { clockOf, recordOf, themeName } from '../src/training/words';
import { parts as carnac } from '../src/games/carnac/parts';
import { scene } from './state';

const legal: CarnacLegal = { game: 'carnac', placements: { c3: '', c4: '' }, answers: [], swap: false };
const turn = { colour: 'red', player: 1, players: [1, 2], phase: 'place' };
const moment = (ply: number, over = false): Moment => ({
  position: `after ${ply}`,
  scene: { ...scene, ply },
  turn: over ? null : turn,
  legal: over ? null : legal,
  winner: over ? 'red' : null,
  score: null,
});
const step = (move: string, ply: number, colour = 'red'): PlayedStep => ({
  move,
  colour,
  scene: { ...scene, ply, last: ['c3'] },
  position: `after ${ply}`,
});
const puzzle: PuzzleView = {
  puzzle: '1f3a90c2',
  game: 'carnac',
  board: { name: 'small', files: 8, ranks: 5, squares: [], sides: [] },
  letters: { red: 'r', white: 'w' },
  colour: 'red',
  result: 'win',
  decisions: 2,
  themes: ['join'],
  rating: 1500,
  deviation: 100,
  tried: 0,
  up: 0,
  down: 0,
  moment: moment(0),
};
const rating = { rating: 1500, deviation: 300 };
const judged = {
  right: false,
  rated: true,
  before: rating,
  after: { ...rating, rating: 1490 },
  due: null,
};
const wrong: PuzzleTried = {
  right: false,
  done: false,
  moves: [],
  steps: [step('c4rw', 1)],
  moment: moment(0),
  refutation: {
    moves: ['E', 'c3rw'],
    steps: [step('E', 2, 'white'), step('c3rw', 3)],
    result: 'loss',
    claims: [{ code: 'can_force', colour: 'white', count: null, squares: [], moves: [] }],
  },
  judged,
  streak: null,
};
const right: PuzzleTried = {
  right: true,
  done: false,
  moves: ['c3rw', '-'],
  steps: [step('c3rw', 1), step('-', 2, 'white')],
  moment: moment(2),
  refutation: null,
  judged: null,
  streak: null,
};
const done: PuzzleTried = {
  ...right,
  done: true,
  moves: ['c3rw', '-', 'c4rr'],
  steps: [step('c4rr', 3)],
  moment: moment(3),
};

const parts = carnac as unknown as GameParts;
const settled = async (ms = 5000) => {
  await vi.advanceTimersByTimeAsync(ms);
};
const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  settings.confirm = false;
  texts.entries = {
    'training.wrong': 'Not this one.',
    'training.left.loss': 'It loses.',
    'why.can_force': '{colour} can force the win.',
    'side.white': 'White',
  };
});
afterEach(() => {
  vi.useRealTimers();
  said.mockClear();
});

describe('a puzzle', () => {
  const answers: PuzzleTried[] = [];
  const asked: string[][] = [];
  const begin = (...given: PuzzleTried[]) => {
    answers.splice(0, answers.length, ...given);
    asked.length = 0;
    return new Solving(puzzle, parts, {
      tryPuzzle: (_, moves) => {
        asked.push([...moves]);
        return Promise.resolve(answers.shift() as PuzzleTried);
      },
      fetchSolution: () =>
        Promise.resolve({
          moves: done.moves,
          steps: [...right.steps, ...done.steps],
          moment: moment(3),
          judged,
        } as PuzzleSolution),
    });
  };

  test('is solved decision by decision, and can be walked through afterwards', async () => {
    const solving = begin(right, done);
    solving.table.play('c3rw');
    expect(solving.table.legal).toBeNull();
    await settled();
    expect(solving).toMatchObject({ stage: 'open', found: 1 });
    expect(solving.table.scene.ply).toBe(2);
    solving.table.play('c4rr');
    await settled();
    expect(asked).toEqual([['c3rw'], ['c3rw', '-', 'c4rr']]);
    expect(solving).toMatchObject({ stage: 'solved', found: 2, missed: 0 });
    solving.table.goTo(0);
    expect(solving.table.scene.ply).toBe(0);
    solving.table.step(1);
    expect(solving.table.scene.ply).toBe(1);
    solving.table.goTo(Infinity);
    expect(solving.table.scene.ply).toBe(3);
  });

  test('shows why a try fails, move by move, and goes on where it was', async () => {
    const solving = begin(wrong, right);
    solving.table.play('c4rw');
    await settled(0);
    expect(solving.stage).toBe('wrong');
    expect(solving.table.announcement).toBe('Not this one. It loses. White can force the win.');
    // First the try itself, lit up, then the answer to it.
    expect(solving.table.scene.ply).toBe(1);
    expect(solving.table.drawing.circles).toEqual([{ square: 'c3', ink: 'red' }]);
    await settled();
    expect(solving.table.scene.ply).toBe(3);
    expect(solving.table.legal).toBeNull();
    solving.table.step(-1);
    expect(solving.table.scene.ply).toBe(2);
    solving.again();
    expect(solving.table.scene.ply).toBe(0);
    expect(solving.table.legal).toBe(legal);
    solving.table.play('c3rw');
    await settled();
    expect(asked).toEqual([['c4rw'], ['c3rw']]);
    expect(solving).toMatchObject({ found: 1, missed: 1, judged });
  });

  test('whoever walks through a line stops it from going on by itself', async () => {
    const solving = begin(wrong);
    solving.table.play('c4rw');
    await settled(0);
    solving.table.goTo(0);
    await settled();
    expect(solving.table.at).toBe(0);
  });

  test('that is given up shows its solution from the beginning', async () => {
    const solving = begin();
    void solving.giveUp();
    await settled(0);
    expect(solving.stage).toBe('shown');
    await settled();
    expect(solving.table.scene.ply).toBe(3);
    expect(solving.moves).toEqual(done.moves);
  });

  test('stays open when the server is away', async () => {
    const solving = new Solving(puzzle, parts, {
      tryPuzzle: () => Promise.reject(new Problem('away', '')),
      fetchSolution: () => Promise.reject(new Problem('away', '')),
    });
    texts.entries = { 'connection.away.text': 'Away.' };
    solving.table.play('c3rw');
    await settled();
    expect(solving).toMatchObject({ stage: 'open', problem: 'Away.' });
    expect(solving.table.legal).toBe(legal);
  });
});

describe('a storm', () => {
  const view: StormView = {
    storm: 's',
    game: 'carnac',
    now: 0,
    ends: 180_000,
    over: false,
    solved: 0,
    missed: 0,
    combo: 0,
    best: 4,
    right: null,
    steps: [],
    puzzle,
    moves: [],
    moment: puzzle.moment,
  };

  test('goes from puzzle to puzzle, and ends by the server’s clock', async () => {
    vi.setSystemTime(50_000);
    const next = { ...view, now: 10_000, solved: 1, right: true, steps: right.steps };
    const storm = await Storm.begin(view, {
      tryStorm: () => Promise.resolve({ ...next, puzzle: { ...puzzle, puzzle: 'second' } }),
    });
    expect(storm.left).toBe(180_000);
    storm.table.play('c3rw');
    await settled();
    expect(storm.puzzle.puzzle).toBe('second');
    expect(storm.view.solved).toBe(1);
    expect(storm.table.legal).toBe(legal);
    await settled(170_000);
    expect(storm.over).toBe(true);
    expect(storm.table.legal).toBeNull();
    storm.close();
  });

  test('goes on in the same puzzle while there is more to find', async () => {
    const storm = await Storm.begin(view, {
      tryStorm: () =>
        Promise.resolve({
          ...view,
          right: true,
          steps: right.steps,
          puzzle: null,
          moves: right.moves,
          moment: moment(2),
        }),
    });
    storm.table.play('c3rw');
    await settled();
    expect(storm.puzzle).toBe(puzzle);
    expect(storm.table.moment.position).toBe('after 2');
    storm.close();
  });
});

describe('an endgame', () => {
  const view: EndgameView = { ...puzzle, endgame: puzzle.puzzle };
  const moved: EndgameMoved = {
    moves: right.moves,
    steps: right.steps,
    moment: moment(2),
    result: 'win',
    kept: true,
    better: [],
  };
  const begin = (...answers: EndgameMoved[]) =>
    new Endgame(view, parts, { moveEndgame: () => Promise.resolve(answers.shift() as EndgameMoved) });

  test('is played to the end', async () => {
    const endgame = begin(moved, { ...moved, steps: done.steps, moment: moment(3, true) });
    endgame.table.play('c3rw');
    await settled();
    expect(endgame.stage).toBe('open');
    endgame.table.play('c4rr');
    await settled();
    expect(endgame.stage).toBe('won');
  });

  test('what gives the result away can be taken back', async () => {
    const endgame = begin({ ...moved, kept: false, result: 'draw', better: ['c3ww', 'E'] });
    endgame.table.play('c3rw');
    await settled();
    expect(endgame.stage).toBe('slipped');
    expect(endgame.better).not.toBe('');
    endgame.takeBack();
    expect(endgame).toMatchObject({ stage: 'open', slips: 1, moves: [] });
    expect(endgame.table.moment.position).toBe('after 0');
  });

  test('whoever plays on after a slip cannot win any more what is gone', async () => {
    const lost = { ...moment(2, true), winner: 'white' };
    const endgame = begin({ ...moved, kept: false, result: 'loss', moment: lost });
    endgame.table.play('c3rw');
    await settled();
    endgame.goOn();
    expect(endgame.stage).toBe('lost');
  });
});

describe('a learner', () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => store.set(key, text),
    });
    let made = 0;
    vi.stubGlobal('fetch', () => {
      made++;
      return Promise.resolve(new Response(JSON.stringify({ learner: `l${made}`, token: `t${made}` })));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is made once, with the first thing worth keeping', async () => {
    expect(knownLearner()).toBeNull();
    const tokens = await Promise.all([0, 1].map(() => asLearner((token) => Promise.resolve(token))));
    expect(tokens).toEqual(['t1', 't1']);
    expect(knownLearner()?.learner).toBe('l1');
  });

  test('is made anew where the server has forgotten them', async () => {
    store.set('stonefield.learner', JSON.stringify({ learner: 'old', token: 'old' }));
    const token = await asLearner((given) =>
      given === 'old' ? Promise.reject(new Problem('bad_learner', '')) : Promise.resolve(given),
    );
    expect(token).toBe('t1');
  });
});

test('an address says what is to be trained', () => {
  const address = puzzleAddress('next', { game: 'carnac', theme: 'join' });
  expect(address).toBe('/training/next?game=carnac&theme=join');
  expect(wishOf(new URL(address, 'http://here').searchParams)).toEqual({ game: 'carnac', theme: 'join' });
});

test('a graph keeps small changes small', () => {
  const points = [1500, 1510, 1490].map((value, at) => ({ at, rating: value }));
  const { low, high, points: drawn } = curveOf(points);
  expect([low, high]).toEqual([1450, 1550]);
  expect(drawn).toEqual([
    [0, 0.5],
    [0.5, 0.6],
    [1, 0.4],
  ]);
});

test('words: clocks, themes, records', () => {
  expect([180_000, 65_001, 9_000, -1].map(clockOf)).toEqual(['3:00', '1:06', '0:09', '0:00']);
  texts.entries = { 'puzzle.theme.win_in_one': 'Win in one' };
  expect([themeName('win-in-one'), themeName('new_one')]).toEqual(['Win in one', 'New one']);
  expect(recordOf({ game: 'carnac', moment: { position: 'carnac small …' } }, ['c3rw', '-'])).toBe(
    '[Game "carnac"]\n[Position "carnac small …"]\n\nc3rw - *\n',
  );
});
