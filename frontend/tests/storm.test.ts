import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EndgameMoved, EndgameView, StormView } from '../src/messages';
import { Endgame } from '../src/practice/endgame.svelte';
import { Storm } from '../src/practice/storm.svelte';
import { settings } from '../src/settings.svelte';
import { done, legal, moment, parts, puzzle, right } from './puzzle';

const settled = async (ms = 5000) => {
  await vi.advanceTimersByTimeAsync(ms);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  settings.confirm = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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
    const storm = await Storm.begin(
      {
        tryStorm: () => Promise.resolve({ ...next, puzzle: { ...puzzle, puzzle: 'second' } }),
      },
      view,
    );
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
    const storm = await Storm.begin(
      {
        tryStorm: () =>
          Promise.resolve({
            ...view,
            right: true,
            steps: right.steps,
            puzzle: null,
            moves: right.moves,
            moment: moment(2),
          }),
      },
      view,
    );
    storm.table.play('c3rw');
    await settled();
    expect(storm.puzzle).toBe(puzzle);
    expect(storm.table.moment.position).toBe('after 2');
    storm.close();
  });
});

describe('an endgame', () => {
  const view: EndgameView = { ...puzzle, result: 'win', endgame: puzzle.puzzle };
  const moved: EndgameMoved = {
    moves: right.moves,
    steps: right.steps,
    moment: moment(2),
    result: 'win',
    kept: true,
    better: [],
  };
  const begin = (...answers: EndgameMoved[]) =>
    new Endgame({ moveEndgame: () => Promise.resolve(answers.shift() as EndgameMoved) }, view, parts);

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

  test('after a slip that is played on, what is gone cannot be won any more', async () => {
    const lost = { ...moment(2, true), winner: 'white' };
    const endgame = begin({ ...moved, kept: false, result: 'loss', moment: lost });
    endgame.table.play('c3rw');
    await settled();
    endgame.goOn();
    expect(endgame.stage).toBe('lost');
  });
});
