/** One number for each position, from the deepest look at it. */

import { describe, expect, it, test } from 'vitest';
import { Evaluations, isDeeper, keysOf } from '../src/evaluations.svelte';
import type { EvaluationView, MoveView, NodeView, StudyLines, StudyReview } from '../src/messages';
import { Opinions } from '../src/play/opinions.svelte';
import { NodeOpinions } from '../src/study/opinions.svelte';
import { Tree } from '../src/study/tree';
import { texts } from '../src/texts.svelte';
import { chance, chanceChange } from '../src/verdicts';

const red = (win_rate: number, simulations: number | null = 100): EvaluationView => ({
  colour: 'red',
  win_rate,
  simulations,
});

describe('the store', () => {
  it('keeps the deepest look, whatever comes in which order', () => {
    const known = new Evaluations();
    expect(known.of('a1')).toBeNull();
    known.learn([['a1', red(0.4, 300)]]);
    known.learn([['a1', red(0.6, 100)]]);
    expect(known.of('a1')?.win_rate).toBe(0.4);
    known.learn([
      ['a1', red(0.55, 1200)],
      ['a1 b2', null],
    ]);
    expect(known.of('a1')?.win_rate).toBe(0.55);
    expect(known.of('a1 b2')).toBeNull();
  });

  it('does not change a number for one that is no deeper, and never what is certain', () => {
    expect(isDeeper(red(0.4, 300), red(0.5, 300))).toBe(false);
    expect(isDeeper(red(1, null), red(0.5, 3000))).toBe(true);
    expect(isDeeper(red(0.5, 1e9), red(1, null))).toBe(false);
    expect(isDeeper(red(0, null), red(1, null))).toBe(false);
  });

  it('names positions by the moves that lead to them', () => {
    expect(keysOf([{ text: 'a1rw' }, { text: 'E' }])).toEqual(['', 'a1rw', 'a1rw E']);
  });
});

describe('in a game', () => {
  const state = (version: number, ...moves: string[]) => ({
    version,
    moves: moves.map((text) => ({ text }) as MoveView),
  });

  it('an opinion waits until its position is on the screen', () => {
    const opinions = new Opinions();
    opinions.hear({ version: 3, ply: 1, evaluation: red(0.4) }, state(3, 'a1'));
    expect(opinions.of('a1')?.win_rate).toBe(0.4);
    opinions.hear({ version: 5, ply: 2, evaluation: red(0.7) }, state(3, 'a1'));
    opinions.shown(state(4, 'a1'));
    expect(opinions.of('a1 b2')).toBeNull();
    opinions.shown(state(5, 'a1', 'b2'));
    expect(opinions.of('a1 b2')?.win_rate).toBe(0.7);
  });

  it('an opinion that comes late is of the moves as they were then', () => {
    const opinions = new Opinions();
    opinions.shown(state(1, 'a1'));
    opinions.shown(state(2, 'a1', 'b2'));
    opinions.shown(state(3, 'a1'));
    opinions.shown(state(4, 'a1', 'c3'));
    opinions.hear({ version: 2, ply: 2, evaluation: red(0.7) }, state(4, 'a1', 'c3'));
    expect(opinions.of('a1 b2')?.win_rate).toBe(0.7);
    expect(opinions.of('a1 c3')).toBeNull();
  });
});

describe('in a study', () => {
  const node = (id: number, parent: number | null, text: string) =>
    ({ id, parent, text, rank: 0 }) as NodeView;
  const tree = new Tree([node(2, 1, 'b2'), node(0, null, ''), node(1, 0, 'a1')]);
  const lines = (change: Partial<StudyLines>) =>
    ({
      type: 'lines',
      node: 0,
      threat: false,
      evaluation: red(0.6, 500),
      lines: [
        { moves: ['a1'], evaluation: red(0.6, 500) },
        { moves: ['c3'], evaluation: red(0.3, 90) },
        { moves: ['d4'], evaluation: null },
      ],
      ...change,
    }) as StudyLines;
  const review = (...evaluations: (EvaluationView | null)[]) =>
    ({ type: 'review', nodes: [0, 1, 2], review: { evaluations } }) as unknown as StudyReview;

  it('lines and review speak of the same positions, and the deeper look is seen in both', () => {
    const opinions = new NodeOpinions(() => tree);
    opinions.hear(lines({}));
    expect([opinions.at(0), opinions.at(1)].map((one) => one?.win_rate)).toEqual([0.6, 0.6]);
    opinions.hear(review(red(0.5, 200), red(0.2, 2900), null));
    expect(opinions.at(0)?.win_rate).toBe(0.6);
    expect(opinions.after(0, 'a1')?.win_rate).toBe(0.2);
    expect(opinions.at(1)).toBe(opinions.after(0, 'a1'));
    expect(opinions.after(0, 'c3')?.win_rate).toBe(0.3);
    expect(opinions.after(0, 'd4')).toBeNull();
    expect(opinions.at(99)).toBeNull();
  });

  it('a threat is of another position', () => {
    const opinions = new NodeOpinions(() => tree);
    opinions.hear(lines({ threat: true }));
    expect([opinions.at(0), opinions.at(1)]).toEqual([null, null]);
  });
});

test('a number says whose it is, as the language writes it', () => {
  texts.entries = { 'winrate.value': '{colour} {percent}', 'colour.red': 'Red', 'colour.white': 'White' };
  expect(chance(red(0.414))).toBe('Red 41%');
  expect(chance(red(1, 500))).toBe('Red 99%');
  expect(chance(red(1, null))).toBe('Red 100%');
  expect(chanceChange(red(0.55), red(0.29))).toBe('Red 55% → 29%');
  expect(chanceChange(red(0.4), { ...red(0.4), colour: 'white' })).toBe('Red 40% → White 40%');
  expect(chanceChange(red(0.4), null)).toBe('');
});
