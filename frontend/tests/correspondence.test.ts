/** Correspondence: the tree of a plan, the desk it is made on, and the games that wait. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { source } from '../src/backend';
import { loadParts } from '../src/games';
import { isSlow, knownGames, rememberGame } from '../src/memory/games';
import { session } from '../src/memory/session.svelte';
import { waiting } from '../src/memory/waiting.svelte';
import type { Moment, PlanView, State, TurnGame } from '../src/messages';
import { Problem } from '../src/source';
import { scene, state } from './state';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
});
vi.stubGlobal('document', { documentElement: {}, hidden: false });
vi.stubGlobal('window', globalThis);
const { correspondence } = await import('../src/accounts');
const { added, after, answersIn, bare, lineOf, without } = await import('../src/correspondence/plan');
const { PlanDesk } = await import('../src/correspondence/plandesk.svelte');
const { YourGames } = await import('../src/home/yourgames.svelte');
const { turns } = await import('../src/correspondence/turns.svelte');
const { rememberChallenge, knownChallenges } = await import('../src/memory/challenges');

const HOUR = 3_600_000;
const friends: State = {
  ...state,
  seats: state.seats.map((seat, n) => ({ ...seat, kind: 'person', name: n ? 'Ben' : 'Ann' })),
  you: { role: 'player', seats: [0] },
  status: 'playing',
  clock: null,
};

beforeEach(() => {
  kept.clear();
  session.end();
  vi.restoreAllMocks();
});

describe('a plan', () => {
  /** The other one (seat 1) is answered; seat 0 is its owner's. */
  const tree = added(added(added([], [], 1, '-', false), ['-'], 0, 'a1', true), [], 1, 'E', false);

  test('has all answers of the others, and one of its owner', () => {
    expect(bare(tree)).toEqual([
      { move: '-', then: [{ move: 'a1', then: [] }] },
      { move: 'E', then: [] },
    ]);
    const other = added(tree, ['-'], 0, 'b2', true);
    expect(bare(after(other, ['-']) ?? [])).toEqual([{ move: 'b2', then: [] }]);
    expect(added(tree, ['-'], 0, 'a1', true)).toEqual(tree);
    expect(after(tree, ['N'])).toBeNull();
  });

  test('loses what comes after a decision that is taken out', () => {
    expect(bare(without(tree, ['-']))).toEqual([{ move: 'E', then: [] }]);
    expect(after(without(tree, ['-', 'a1']), ['-'])).toEqual([]);
  });

  test('counts what answers another, not where it begins', () => {
    expect(answersIn(tree, [0])).toBe(1);
    expect(answersIn([{ seat: 0, move: 'c3', then: [...tree] }], [0])).toBe(1);
    expect(answersIn(added(tree, ['E'], 0, 'resign', true), [0])).toBe(2);
  });

  test('is shown line by line', () => {
    expect(lineOf(tree[0] as (typeof tree)[0]).map(({ move }) => move)).toEqual(['-', 'a1']);
  });
});

describe('the desk of a plan', () => {
  const moment = (seat: number): Moment => ({
    position: 'p',
    scene,
    turn: { colour: 'red', seat, player: seat + 1, players: [1, 2], phase: 'place' },
    legal: null,
    winner: null,
    score: null,
  });
  const planned: PlanView = { version: 4, tree: [], played: [], resigned: false };
  const game: State = { ...friends, turn: { seat: 1, colour: 'white', phase: 'answer' } };
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  async function desk(over: Partial<Omit<typeof source, 'fetchMoment'> & typeof correspondence> = {}) {
    const asked = {
      ...source,
      ...correspondence,
      fetchMoment: (_: string, moves: readonly string[]) => Promise.resolve(moment((moves.length + 1) % 2)),
      keepPlan: (_: string, __: string | null, plan: { tree: readonly unknown[] }) =>
        Promise.resolve({ ...planned, tree: plan.tree as PlanView['tree'] }),
      ...over,
    };
    const made = new PlanDesk(asked, 'token', game, planned, await loadParts('carnac'));
    await settled();
    return made;
  }

  test('takes answers of both sides, and to resign as a reply only', async () => {
    const made = await desk();
    expect([made.mine, made.mayResign]).toEqual([false, false]);
    made.play('-');
    await settled();
    expect([made.mine, made.mayResign]).toEqual([true, true]);
    made.resign();
    expect(bare(made.tree)).toEqual([{ move: '-', then: [{ move: 'resign', then: [] }] }]);
    made.play('a1');
    expect(bare(made.tree)).toEqual([{ move: '-', then: [{ move: 'a1', then: [] }] }]);
    expect(made.changed).toBe(true);
    made.remove(['-']);
    expect([made.tree, made.path]).toEqual([[], []]);
  });

  test('goes on with what still fits when the game has gone on', async () => {
    const later: State = {
      ...game,
      version: 5,
      moves: [...game.moves, { ...(game.moves[0] as State['moves'][0]), text: '-' }],
    };
    const made = await desk({
      keepPlan: () => Promise.reject(new Problem('stale_move', '')),
      fetchGame: () => Promise.resolve(later),
      fetchPlan: () => Promise.resolve(planned),
    });
    made.play('-');
    await settled();
    made.play('a1');
    await made.save();
    expect(bare(made.tree)).toEqual([{ move: 'a1', then: [] }]);
    expect(made.problem).toBe('people.plan.moved');
  });

  test('offers nothing of the board that was, and tells what is kept once the new one is there', async () => {
    const asked: ((found: Moment) => void)[] = [];
    const made = await desk({
      decide: () => Promise.resolve(),
      fetchGame: () => Promise.resolve({ ...game, version: 5, position: 'q' }),
      fetchPlan: () => Promise.resolve(planned),
      fetchMoment: (position: string) =>
        position === 'q' ? new Promise<Moment>((found) => asked.push(found)) : Promise.resolve(moment(0)),
    });
    made.game = { ...game, turn: { seat: 0, colour: 'red', phase: 'place' } };
    made.play('c3');
    made.go([]);
    const saving = made.save(true);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect([made.at, made.told]).toEqual([null, '']);
    asked[0]?.(moment(1));
    await saving;
    expect([made.mine, made.told]).toEqual([false, 'people.plan.kept']);
  });
});

describe('games that wait', () => {
  test('are those between people without a live clock', () => {
    expect(isSlow(friends)).toBe(true);
    expect(isSlow({ ...friends, you: { role: 'player', seats: [0, 1] } })).toBe(false);
    const clock = {
      initial_ms: 1,
      increment_ms: 1,
      remaining_ms: [1, 1],
      running: 0,
      grace_ms: [0, 0],
      away: [],
    };
    expect(isSlow({ ...friends, clock })).toBe(false);
    const days = { deadline: 1, weekends_free: false, vacations: [null, null] };
    expect(isSlow({ ...friends, clock: { ...clock, correspondence: days } })).toBe(true);
  });

  test('of an account come from the server, with the number for the menu', async () => {
    session.begin({ name: 'Ann', learner: null });
    const seat = { kind: 'person', name: 'Ben', level: null, account: 'Ben', mine: false } as const;
    const one: TurnGame = { game: 'g', rules: 'carnac', seats: [seat], picture: '', due: 1, left_ms: HOUR };
    const asked = vi
      .spyOn(correspondence, 'fetchTurns')
      .mockResolvedValue({ games: [one], rematches: [{ ...one, game: 'r' }], now: 0 });
    expect((await turns.next('other'))?.game).toBe('g');
    expect(asked).toHaveBeenCalledWith('other');
    expect(await turns.next('g')).toBeNull();
    expect([turns.rematches.map(({ game }) => game), waiting.count]).toEqual([['r'], 2]);
  });

  test('of a guest come by the time that is left, with challenges that were accepted', async () => {
    const games: Record<string, State> = {};
    for (const [game, left] of [
      ['late', 50],
      ['soon', 2],
      ['accepted', 9],
    ] as const) {
      const days = { deadline: 1, weekends_free: false, vacations: [null, null] };
      const clock = {
        initial_ms: 1,
        increment_ms: 1,
        running: 0,
        grace_ms: [0, 0],
        away: [],
        correspondence: days,
      };
      const turn = { seat: 0, colour: 'red', phase: 'place' };
      games[game] = { ...friends, game, turn, clock: { ...clock, remaining_ms: [left * HOUR, 0] } };
    }
    rememberGame(games['late'] as State, 'a');
    rememberGame(games['soon'] as State, 'b');
    rememberChallenge('c', 'token');
    vi.spyOn(source, 'fetchGame').mockImplementation((id) => Promise.resolve(games[id] as State));
    vi.spyOn(correspondence, 'fetchChallenge').mockResolvedValue({
      status: 'accepted',
      game: 'accepted',
    } as never);
    await turns.refresh();
    expect(turns.games.map(({ game }) => game)).toEqual(['soon', 'accepted', 'late']);
    expect((await turns.next('accepted'))?.game).toBe('late');
    expect(knownChallenges()).toEqual([]);
    expect(knownGames().map(({ id }) => id)).toContain('accepted');
  });

  test('are shown once on the start page: those further up are not among the rest', () => {
    const turn = { seat: 0, colour: 'red', phase: 'place' };
    for (const game of ['over', 'theirs', 'mine'])
      rememberGame({ ...friends, game, turn, may: { ...state.may, move: game === 'mine' } }, 'a');
    const games = new YourGames();
    const rest = () => games.rest.map(({ id }) => id);
    expect(games.next?.id).toBe('mine');
    expect(rest()).toEqual(['theirs', 'over']);
    waiting.listed = ['mine'];
    waiting.offered = ['over'];
    expect([games.next, ...rest()]).toEqual([null, 'theirs']);
    // A rematch that is offered keeps no other game back.
    waiting.listed = [];
    expect(games.next?.id).toBe('mine');
    waiting.offered = [];
  });
});
