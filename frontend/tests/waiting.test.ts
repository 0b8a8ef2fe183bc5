/** Whom a game waits for, and which card speaks of several that could. */

import { beforeEach, expect, test, vi } from 'vitest';
import { parts } from '../src/games/carnac/parts';
import type { CoachRemark, DecisionView, ServerMessage, State } from '../src/messages';
import { move, state } from './state';

vi.stubGlobal('location', new URL('http://here/g/x'));
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('document', { hidden: true });
const { GameController } = await import('../src/play/controller.svelte');
const { cardOf, offerOf, waitedFor } = await import('../src/play/waiting');
const { texts } = await import('../src/texts.svelte');

const decision = { ply: 3, text: 'b2wr', verdict: 'blunder', given: [] as unknown[] } as DecisionView;
const chances = { colour: 'red', win_rate: 0.5, simulations: 300 };
const remark = (version: number, about = decision): CoachRemark => ({
  type: 'coach',
  version,
  decision: about,
  before: chances,
  after: chances,
});
const thinking: State = {
  ...state,
  coach: 'blunders',
  turn: { seat: 1, colour: 'white', phase: 'answer' },
  seats: state.seats.map((seat) => (seat.seat ? { ...seat, kind: 'engine', level: 1 } : seat)),
  may: { ...state.may, move: false },
};

/** A game whose messages come from the test. */
function follow(first: State) {
  let hear: (message: ServerMessage) => void = () => undefined;
  const game = new GameController(
    {
      followGame: (_, __, events) => {
        hear = events.receive;
        return {
          act: () => 'one',
          ask: () => undefined,
          cancel: () => undefined,
          send: () => undefined,
          hello: () => undefined,
          close: () => undefined,
        };
      },
    },
    'x',
    null,
    first,
    parts,
  );
  return { game, hear: (message: ServerMessage) => hear(message) };
}

beforeEach(() => {
  texts.entries = {
    'turn.yours': 'Your turn',
    'turn.you.place': 'Your turn: place.',
    'turn.engine': 'The engine is thinking.',
    'turn.coach': 'The coach has something to say.',
    'turn.invited': 'The open seat is waiting for you.',
    'offer.draw': 'You have been offered a draw.',
    'study.verdict.blunder': 'Blunder',
  };
});

test('the title says shortly what the status line says', () => {
  expect(waitedFor(follow(state).game, false)).toEqual({
    sentence: 'Your turn: place.',
    title: 'Your turn',
    you: true,
  });
  expect(waitedFor(follow(thinking).game, false)).toEqual({
    sentence: 'The engine is thinking.',
    title: 'The engine is thinking',
    you: false,
  });
  expect(waitedFor(follow({ ...state, status: 'waiting' }).game, true).title).toBe(
    'The open seat is waiting for you',
  );
});

test('an offer calls a player whose turn it is not', () => {
  const offered: State = { ...thinking, may: { ...thinking.may, answer: ['draw'] } };
  const waited = waitedFor(follow(offered).game, false);
  expect([waited.title, waited.you]).toEqual(['You have been offered a draw', true]);
});

test('while the coach waits for the player, the engine does not think', () => {
  const { game, hear } = follow(thinking);
  hear(remark(thinking.version));
  expect(waitedFor(game, false)).toMatchObject({ title: 'The coach has something to say', you: true });
  expect(cardOf(game)).toBe('coach');
  game.goOn();
  expect(waitedFor(game, false).title).toBe('The engine is thinking');
  expect(cardOf(game)).toBeNull();
});

test('what the coach says is not lost when it comes before the move it is about', () => {
  const { game, hear } = follow(thinking);
  const { version, moves } = thinking;
  const about = { ...decision, ply: 4, text: 'c3rw' };
  hear(remark(version + 1, about));
  expect(game.remark).toBeNull();
  // The move comes together with something else that has happened.
  hear({ ...thinking, version: version + 2, moves: [...moves, move('c3rw', 3)] });
  expect(game.remark).toEqual(about);
  // A refusal tells the state once more.
  hear({ ...thinking, version: version + 3, moves: [...moves, move('c3rw', 3)] });
  expect(game.remark).toEqual(about);
});

test('what the coach says is gone with the decision, and does not come back by itself', () => {
  const { game, hear } = follow(thinking);
  const { version, moves } = thinking;
  hear(remark(version));
  expect(game.remark).toEqual(decision);
  hear({ ...state, seats: thinking.seats, version: version + 1, moves: moves.slice(0, 2) });
  expect([game.remark, waitedFor(game, false).title]).toEqual([null, 'Your turn']);
  hear({ ...thinking, version: version + 2 });
  expect([game.remark, waitedFor(game, false).title]).toEqual([null, 'The engine is thinking']);
});

test('what the coach says too late is not said', () => {
  const answered = [...thinking.moves, { ...move('E', 2), seat: 1 }];
  for (const now of [
    { ...state, seats: thinking.seats, moves: thinking.moves.slice(0, 2) },
    { ...thinking, moves: answered },
    { ...thinking, status: 'over' as const },
  ]) {
    const { game, hear } = follow({ ...now, version: thinking.version + 1 });
    hear(remark(thinking.version));
    expect([game.remark, cardOf(game)]).toEqual([null, null]);
  }
});

test('of several cards one speaks: an offer before the coach, the coach before a hint', () => {
  const { game, hear } = follow(thinking);
  game.askHint();
  expect(cardOf(game)).toBe('hint');
  hear(remark(thinking.version));
  expect(cardOf(game)).toBe('coach');
  game.declined = true;
  expect(cardOf(game)).toBe('offer');
});

test('a question over the board goes when the game ends otherwise than on the board', () => {
  const { game, hear } = follow(thinking);
  game.saying.say({ text: 'White places a megalith on c3: tilt it or leave it?', icon: null });
  const { version, type: _, ...present } = thinking;
  hear({
    ...present,
    type: 'update',
    since: version,
    version: version + 1,
    keep: thinking.moves.length,
    moves: [],
    status: 'over',
    outcome: { reason: 'resign', winner: 'white', seats: [1] },
    changes: [{ kind: 'resign', seat: 0, detail: '', version: version + 1 }],
  });
  expect(game.state.status).toBe('over');
  expect(game.saying.lines).toEqual([]);
});

test('an offer to answer goes before one of one’s own', () => {
  const own: State = { ...state, offers: [{ kind: 'draw', seat: 0, accepted: [] }] };
  expect(offerOf(own)).toEqual({ by: 'me', kind: 'draw' });
  expect(offerOf({ ...own, may: { ...own.may, answer: ['takeback'] } })).toEqual({
    by: 'other',
    kind: 'takeback',
  });
});

test('after the end there is no hint to ask for', () => {
  const may = { ...state.may, hint: true };
  expect(follow({ ...state, may }).game.mayAsk).toBe(true);
  expect(follow({ ...state, may, status: 'over' }).game.mayAsk).toBe(false);
});
