import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PuzzleSolution, PuzzleTried } from '../src/messages';
import { ratingCurve } from '../src/practice/progress';
import { Solving } from '../src/practice/solving.svelte';
import { PuzzleTable } from '../src/practice/table.svelte';
import { puzzleAddress, wishOf } from '../src/practice/wish';
import { clockOf, themeName, whenOf } from '../src/practice/words';
import { recordOf } from '../src/words';
import { settings } from '../src/settings.svelte';
import { Problem } from '../src/source';
import { texts } from '../src/texts.svelte';
import { done, judged, legal, moment, parts, puzzle, right, why, wrong } from './puzzle';

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
    'puzzle.idea.join': 'They join',
    'puzzle.end.dolmens': '{count} to {theirs}',
    'puzzle.why.ends': '{idea}: with best play {then}; else {otherwise}.',
  };
});
afterEach(() => {
  vi.useRealTimers();
  said.mockClear();
});

describe('a puzzle', () => {
  const answers: PuzzleTried[] = [];
  const asked: string[][] = [];
  const explained: string[][] = [];
  const begin = (...given: PuzzleTried[]) => {
    answers.splice(0, answers.length, ...given);
    asked.length = explained.length = 0;
    return new Solving(
      {
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
        fetchWhy: (_, moves) => {
          explained.push([...moves]);
          return Promise.resolve(why);
        },
      },
      puzzle,
      parts,
    );
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

  test('says why it works once it is solved, and shows the try most like it on the board', async () => {
    const solving = begin(right, done);
    solving.table.play('c3rw');
    await settled();
    expect(explained).toEqual([]);
    solving.table.play('c4rr');
    await settled();
    expect(explained).toEqual([done.moves]);
    expect(solving.why).toBe(why);
    expect(solving.table.announcement).toBe('They join: with best play 4 to 3; else 3 to 4.');
    const shown = solving.showMiss(true);
    await settled();
    await shown;
    expect(solving.table.line).toBe(why.steps);
    expect(solving.table.at).toBe(why.steps.length);
    const back = solving.showMiss(false);
    await settled();
    await back;
    expect(solving.table.line.map(({ move }) => move)).toEqual(done.moves);
  });

  test('asks again for a reason whose proof takes long', async () => {
    let busy = 2;
    const solving = new Solving(
      {
        tryPuzzle: () => Promise.resolve(done),
        fetchSolution: () => Promise.reject(new Problem('away', '')),
        fetchWhy: () => (busy-- > 0 ? Promise.reject(new Problem('busy', '')) : Promise.resolve(why)),
      },
      puzzle,
      parts,
    );
    solving.table.play('c4rr');
    await settled(4000);
    expect(solving).toMatchObject({ stage: 'solved', why: null });
    await settled(4000);
    expect(solving.why).toBe(why);
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

  const unproven: PuzzleTried = { ...wrong, refutation: null };
  let prove: (tried: PuzzleTried) => void;
  let proof: Promise<PuzzleTried>;
  beforeEach(() => {
    proof = new Promise((done) => (prove = done));
  });

  test('is judged at once, and refuted as soon as the proof is there', async () => {
    const patience: boolean[] = [];
    const solving = new Solving(
      {
        tryPuzzle: (_, moves, patient) => {
          patience.push(patient);
          return patient ? proof : Promise.resolve(moves[0] === 'c4rw' ? unproven : right);
        },
        fetchSolution: () => Promise.reject(new Problem('away', '')),
        fetchWhy: () => Promise.reject(new Problem('away', '')),
      },
      puzzle,
      parts,
    );
    solving.table.play('c4rw');
    await settled();
    expect(solving).toMatchObject({ stage: 'wrong', proving: true, refutation: null, missed: 1 });
    expect(solving.table.at).toBe(1);
    prove(wrong);
    await settled();
    expect(solving).toMatchObject({
      stage: 'wrong',
      proving: false,
      refutation: wrong.refutation,
      missed: 1,
    });
    expect(solving.table.at).toBe(3);
    expect(patience).toEqual([false, true]);
  });

  test('that goes on is left alone by a proof that comes too late', async () => {
    const solving = new Solving(
      {
        tryPuzzle: (_, __, patient) => (patient ? proof : Promise.resolve(unproven)),
        fetchSolution: () => Promise.reject(new Problem('away', '')),
        fetchWhy: () => Promise.reject(new Problem('away', '')),
      },
      puzzle,
      parts,
    );
    solving.table.play('c4rw');
    await settled();
    solving.again();
    prove(wrong);
    await settled();
    expect(solving).toMatchObject({ stage: 'open', proving: false, refutation: null });
    expect(solving.table.legal).toBe(legal);
  });

  test('can be asked again for a proof that took too long', async () => {
    const solving = begin(unproven, unproven, wrong);
    solving.table.play('c4rw');
    await settled();
    expect(solving).toMatchObject({ stage: 'wrong', proving: false, refutation: null, missed: 1 });
    void solving.askWhy();
    await settled();
    expect(asked).toEqual([['c4rw'], ['c4rw'], ['c4rw']]);
    expect(solving).toMatchObject({ stage: 'wrong', refutation: wrong.refutation, missed: 1 });
    expect(solving.table.at).toBe(3);
  });

  test('walking through a line stops it from going on by itself', async () => {
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
    const solving = new Solving(
      {
        tryPuzzle: () => Promise.reject(new Problem('away', '')),
        fetchSolution: () => Promise.reject(new Problem('away', '')),
        fetchWhy: () => Promise.reject(new Problem('away', '')),
      },
      puzzle,
      parts,
    );
    texts.entries = { 'connection.away.text': 'Away.' };
    solving.table.play('c3rw');
    await settled();
    expect(solving).toMatchObject({ stage: 'open', problem: 'Away.' });
    expect(solving.table.legal).toBe(legal);
  });
});

test('the seat that decides is the one in the message', () => {
  const turn = { colour: 'red', phase: 'place', player: 1, players: [0, 1, 2, 3], seat: 3 };
  const table = new PuzzleTable(puzzle, { ...moment(0), turn }, parts, () => undefined);
  expect(table.state.turn?.seat).toBe(3);
});

test('an address says what is to be trained', () => {
  const address = puzzleAddress('next', { game: 'carnac', theme: 'join' });
  expect(address).toBe('/puzzles/next?game=carnac&theme=join');
  expect(wishOf(new URL(address, 'http://here').searchParams)).toEqual({ game: 'carnac', theme: 'join' });
});

test('a graph keeps small changes small', () => {
  const points = [1500, 1510, 1490].map((value, at) => ({ at, rating: value }));
  const { low, high, points: drawn } = ratingCurve(points);
  expect([low, high]).toEqual([1450, 1550]);
  expect(drawn).toEqual([
    [0, 0.5],
    [0.5, 0.6],
    [1, 0.4],
  ]);
});

test('words: clocks, themes, records', () => {
  expect([180_000, 65_001, 9_000, -1].map(clockOf)).toEqual(['3:00', '1:06', '0:09', '0:00']);
  expect([30_000, 600_000, 7_200_000, 3 * 86_400_000].map((ms) => whenOf(ms, 0))).toEqual([
    'in 1 minute',
    'in 10 minutes',
    'in 2 hours',
    'in 3 days',
  ]);
  texts.entries = { 'puzzle.theme.win_in_one': 'Win in one' };
  expect([themeName('win-in-one'), themeName('new_one')]).toEqual(['Win in one', 'New one']);
  expect(recordOf('carnac', 'carnac small …', ['c3rw', '-'])).toBe(
    '[Game "carnac"]\n[Position "carnac small …"]\n\nc3rw - *\n',
  );
});
