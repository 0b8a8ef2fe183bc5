/** A study: its tree, what a review says of it, comments, and what is drawn over the board. */

import { describe, expect, it } from 'vitest';
import type {
  ChapterView,
  DecisionView,
  EvaluationView,
  NodeView,
  OutlookView,
  StudyReview,
  StudyState,
  StudyUpdate,
} from '../src/messages';
import { candidates, drawnOn, redrawn, tintOf } from '../src/study/annotating';
import { blocks, inline } from '../src/study/markdown';
import { Lesson } from '../src/study/lesson.svelte';
import { depthSentence, worthShowing } from '../src/study/lines';
import { Reviewed, type Mistake } from '../src/study/review.svelte';
import { mended, ROOT, Tree, updated } from '../src/study/tree';
import { texts } from '../src/texts.svelte';

const node = (id: number, parent: number | null, rank = 0, text = `m${id}`) =>
  ({
    id,
    parent,
    rank,
    ply: 0,
    text,
    colour: parent === null ? null : 'red',
    seat: parent === null ? null : 0,
    mark: '',
    comment: '',
    clock: null,
    arrows: [],
    circles: [],
    piece: id,
    squares: [],
    top: null,
    detail: null,
  }) as NodeView;
/** 0 – 1 – 2 – 3, with 4 beside 2, 5 after 4, and 6 beside 2 as well. */
const nodes = [node(6, 1, 2), node(0, null), node(1, 0), node(4, 1, 1), node(2, 1), node(3, 2), node(5, 4)];
const red = (win_rate: number, simulations: number | null = 100): EvaluationView => ({
  colour: 'red',
  win_rate,
  simulations,
});
const ids = (found: readonly NodeView[]) => found.map(({ id }) => id);

describe('the tree', () => {
  const tree = new Tree(nodes);

  it('knows the main line and the order of variations, however the nodes come', () => {
    expect(ids(tree.main())).toEqual([1, 2, 3]);
    expect(ids(tree.children(1))).toEqual([2, 4, 6]);
    expect(ids(tree.siblings(nodes[4] as NodeView))).toEqual([4, 6]);
  });

  it('walks', () => {
    expect(ids(tree.path(5))).toEqual([1, 4, 5]);
    expect(tree.path(ROOT)).toEqual([]);
    expect(tree.beside(2, 1)?.id).toBe(4);
    expect(tree.beside(2, -1)?.id).toBe(6);
    expect(tree.beside(ROOT, 1)).toBeNull();
    expect([tree.isMain(3), tree.isMain(5), tree.isMain(ROOT)]).toEqual([true, false, true]);
  });
});

describe('an update', () => {
  const head = { study: 's', version: 3, title: 'T', visibility: 'link', kept: true, chapters: [] } as const;
  const update = (change: Partial<StudyUpdate>): StudyUpdate =>
    ({ ...head, type: 'update', since: 2, trees: [], ...change }) as StudyUpdate;
  const chapter = { id: 7, title: 'old', tree: nodes } as unknown as ChapterView;

  it('follows on the version before it, or not at all', () => {
    const state = { type: 'state', version: 2, title: '' } as StudyState;
    expect(updated(state, update({}))).toMatchObject({ type: 'state', version: 3, title: 'T', kept: true });
    expect(updated({ ...state, version: 1 }, update({}))).toBeNull();
  });

  it('puts nodes in and takes nodes out', () => {
    const trees = [{ chapter: 7, nodes: [{ ...node(3, 2), comment: 'new' }, node(8, 3)], removed: [4, 5] }];
    const { tree, title } = mended(
      chapter,
      update({ trees, chapters: [{ id: 7, title: 'new', rules: 'carnac', nodes: 6 }] }),
    );
    expect(title).toBe('new');
    expect(ids(tree).sort()).toEqual([0, 1, 2, 3, 6, 8]);
    expect(new Tree(tree).get(3)?.comment).toBe('new');
  });

  it('leaves the trees of other chapters alone', () => {
    const other = update({ trees: [{ chapter: 8, nodes: [], removed: [1] }] });
    expect(mended(chapter, other).tree).toEqual(nodes);
  });
});

describe('a review', () => {
  const decision = (ply: number, colour: string, verdict: DecisionView['verdict']): DecisionView => ({
    ply,
    text: `m${ply}`,
    side: 0,
    colour,
    win_rate: 0.6,
    after: 0.5,
    loss: 0.1,
    verdict,
    mark: '?',
    best: ['x'],
    best_squares: [],
    refutation: [],
    proven: null,
    given: [],
    better: [],
  });
  const message = (change: Partial<StudyReview['review']> = {}): StudyReview => ({
    type: 'review',
    version: 1,
    chapter: 1,
    nodes: [0, 1, 2, 3],
    review: {
      key: 'k',
      game: 'carnac',
      simulations: 300,
      done: 4,
      total: 4,
      final: false,
      evaluations: [red(0.5), red(0.6), red(0.5), red(0.4)],
      decisions: [
        decision(1, 'red', 'blunder'),
        decision(2, 'white', null),
        decision(3, 'white', 'inaccuracy'),
      ],
      sides: [],
      turning_points: [3, 1],
      ...change,
    },
  });

  it('is known by the nodes of the main line', () => {
    const reviewed = new Reviewed();
    reviewed.receive(message());
    expect(reviewed.of(1)?.verdict).toBe('blunder');
    expect(reviewed.of(0)).toBeNull();
    expect(reviewed.turningPoints.map(({ node }) => node)).toEqual([3, 1]);
    expect(reviewed.mistakes.map(({ before }) => before)).toEqual([0, 2]);
  });

  it('leads from mistake to mistake, of one side or of both, and round the end', () => {
    const reviewed = new Reviewed();
    reviewed.receive(message());
    expect(reviewed.next(0, 1)?.node).toBe(1);
    expect(reviewed.next(1, 1)?.node).toBe(3);
    expect(reviewed.next(3, 1)?.node).toBe(1);
    expect(reviewed.next(1, -1)?.node).toBe(3);
    reviewed.whose = 'white';
    expect(reviewed.next(0, 1)?.node).toBe(3);
  });

  it('leads through every mistake, however many there are; a lesson begins with the costliest', () => {
    const reviewed = new Reviewed();
    const losses = [0.3, 0.6, 0.2, 0.5, 0.9, 0.4];
    const decisions = losses.map((loss, i) => ({ ...decision(i + 1, 'red', 'blunder'), loss }));
    reviewed.receive({
      ...message({ decisions, turning_points: [5, 2, 4] }),
      nodes: [0, 1, 2, 3, 4, 5, 6],
    });
    expect([0, 1, 2, 5].map((ply) => reviewed.next(ply, 1)?.node)).toEqual([1, 2, 3, 6]);
    const { first, rest } = reviewed.lesson();
    expect(first.map(({ node }) => node)).toEqual([2, 4, 5]);
    expect(rest.map(({ node }) => node)).toEqual([1, 3, 6]);
  });

  it('teaches people their own mistakes, whatever colour they had at the time', () => {
    const reviewed = new Reviewed('white');
    const sides = [0, 1].map((side) => ({
      side,
      colour: side ? 'red' : 'white',
      accuracy: 50,
      average_loss: 0,
      inaccuracies: 0,
      mistakes: 0,
      blunders: 0,
    }));
    // The first decision was red's; then the sides changed colours.
    const decisions = [
      decision(1, 'red', 'blunder'),
      { ...decision(2, 'red', 'mistake'), side: 1 },
      decision(3, 'white', 'inaccuracy'),
    ];
    reviewed.receive(message({ decisions, sides }));
    expect(reviewed.lesson().first.map(({ node }) => node)).toEqual([1]);
    expect(reviewed.mistakesOf('white').map(({ node }) => node)).toEqual([1, 3]);
    expect(reviewed.isYours(reviewed.mistakes[1] as Mistake)).toBe(false);
    reviewed.whose = 'red';
    expect(reviewed.lesson().first.map(({ node }) => node)).toEqual([2]);
  });

  it('says nothing of decisions and sides before every position has been looked at once', () => {
    const reviewed = new Reviewed();
    reviewed.receive(message({ evaluations: [red(0.5), red(0.6), null, red(0.4)] }));
    expect(reviewed.looked).toBe(false);
    expect([reviewed.of(1), reviewed.mistakes, reviewed.sides]).toEqual([null, [], []]);
    reviewed.receive(message());
    expect(reviewed.looked).toBe(true);
    expect(reviewed.mistakes).toHaveLength(2);
  });

  it('is not taken back while it is deepened', () => {
    const reviewed = new Reviewed();
    reviewed.receive(message());
    reviewed.receive(message({ simulations: 1200, done: 1, decisions: [] }));
    expect(reviewed.review?.simulations).toBe(300);
    reviewed.receive(message({ simulations: 1200 }));
    expect(reviewed.review?.simulations).toBe(1200);
  });
});

describe('a lesson', () => {
  const mistakes = [1, 2].map((node) => ({ node, before: node - 1 }) as Mistake);

  it('asks one mistake after the other, counts what was found, and ends', () => {
    const lesson = new Lesson();
    lesson.start(mistakes, []);
    expect(lesson.next(false)?.node).toBe(1);
    expect(lesson.next(true)?.node).toBe(2);
    expect([lesson.asked, lesson.count, lesson.running]).toEqual([2, 2, true]);
    expect(lesson.next(false)).toBeNull();
    expect([lesson.found, lesson.over, lesson.running]).toEqual([1, true, false]);
    lesson.stop();
    expect([lesson.over, lesson.running]).toEqual([false, false]);
  });
});

describe('a comment', () => {
  it('knows emphasis, code, links and lists', () => {
    expect(inline('a **b *c*** `d` [e](https://f.g) https://h.i')).toMatchObject([
      { kind: 'text', text: 'a ' },
      { kind: 'strong' },
      { kind: 'text' },
      { kind: 'code', text: 'd' },
      { kind: 'text' },
      { kind: 'link', href: 'https://f.g' },
      { kind: 'text' },
      { kind: 'link', href: 'https://h.i' },
    ]);
    expect(blocks('one\ntwo\n\n- a\n- b\n> said').map(({ kind }) => kind)).toEqual([
      'paragraph',
      'list',
      'quote',
    ]);
  });

  it('makes no link of anything but web addresses, and no HTML at all', () => {
    for (const text of [
      '[x](javascript:alert(1))',
      '<img src=x onerror=alert(1)>',
      '[x](data:text/html,y)',
    ]) {
      expect(inline(text).every(({ kind }) => kind === 'text')).toBe(true);
    }
  });
});

describe('what lies over the board', () => {
  it('is drawn and taken away by the same stroke', () => {
    const once = redrawn({ arrows: [], circles: [] }, 'a1', 'b2', 'red');
    expect(once.arrows).toEqual([{ start: 'a1', end: 'b2', ink: 'red' }]);
    expect(drawnOn(once).arrows).toEqual([{ from: 'a1', to: 'b2', ink: 'red' }]);
    expect(redrawn(once, 'a1', 'b2', 'red').arrows).toEqual([]);
  });

  const line = (squares: string[], evaluation: EvaluationView | null) => ({
    moves: ['x'],
    squares,
    evaluation,
    score: 0,
    visits: 1,
    proven: null,
  });

  it('shows the good candidates only', () => {
    const lines = [line(['a1'], red(0.6)), line(['b1', 'b2'], red(0.58)), line(['c1'], red(0.3))];
    const { arrows, circles } = candidates('red', lines);
    expect(circles).toEqual([{ square: 'a1', ink: 'advice' }]);
    expect(arrows).toMatchObject([{ from: 'b1', to: 'b2', ink: 'advice' }]);
    // Good is what is good for the colour that decides.
    expect(candidates('white', lines).circles).toEqual([{ square: 'c1', ink: 'advice' }]);
  });

  it('says what is proven, and counts no steps of a solver', () => {
    texts.entries = {
      'hint.thinking': 'Thinking',
      'study.lines.proven': 'Proven',
      'study.lines.simulations': '{number} simulations',
    };
    const after = (simulations: number | null) => ({ evaluation: { ...red(1), simulations } });
    expect(depthSentence(null)).toBe('Thinking');
    expect(depthSentence(after(0))).toBe('Thinking');
    expect(depthSentence(after(1200))).toBe('1,200 simulations');
    expect(depthSentence(after(null))).toBe('Proven');
    const lines = [line(['a1'], red(1)), line(['b1'], null)];
    expect(worthShowing(after(1200), lines)).toEqual(lines);
    expect(worthShowing(after(null), lines)).toEqual(lines.slice(0, 1));
  });

  it('does not advise what was not searched', () => {
    const { circles } = candidates('red', [line(['a1'], red(0.4)), line(['b1'], null)]);
    expect(circles.map(({ square }) => square)).toEqual(['a1']);
    expect(candidates('red', [line(['a1'], null)])).toEqual({ arrows: [], circles: [] });
  });

  it('is the colour a square is expected to show, or the connection that is missing', () => {
    const outlook: OutlookView = {
      squares: { a1: 0.5, b1: -1, c1: 0.01 },
      expected: {},
      missing: { white: { needs: 1, squares: ['d1'], lacking: ['d1'] } },
    };
    const tint = tintOf(outlook, ['red', 'white']);
    expect([...tint.keys()]).toEqual(['a1', 'b1', 'd1']);
    expect([tint.get('a1')?.colour, tint.get('b1')?.colour]).toEqual(['red', 'white']);
  });
});
