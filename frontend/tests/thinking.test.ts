/** The engine of a page that thinks for the server. */

import { beforeEach, expect, test, vi } from 'vitest';
import { EngineProblem, type Engine, type Question, type Thought } from '../src/local/engine/engine';
import type { SeatView, State, Think } from '../src/messages';
import { state } from './state';

vi.stubGlobal('location', new URL('http://here/g/x'));
vi.stubGlobal('document', { hidden: false, baseURI: 'http://here/', querySelector: () => null });
vi.stubGlobal('Worker', () => undefined);
const processors = { hardwareConcurrency: 8, connection: { saveData: false } };
vi.stubGlobal('navigator', processors);
const { PageEngine, isAlone } = await import('../src/thinking');
const { isAble, thinksHere } = await import('../src/thinking/able');
const { settings } = await import('../src/settings.svelte');

const [ann, level] = state.seats.map((seat, number) => ({ ...seat, seat: number })) as [SeatView, SeatView];
const alone: State = {
  ...state,
  rated: false,
  seats: [ann, { ...level, kind: 'engine', level: 2 }],
  you: { ...state.you, role: 'player', seats: [0] },
};
const think: Think = {
  type: 'think',
  version: 3,
  id: 'think-1',
  purpose: 'move',
  game: 'carnac',
  board: 'medium',
  options: { board: 'medium' },
  position: null,
  moves: ['c3rw'],
  level: 2,
  milliseconds: null,
};
const line = { move: '-', value: 0.5, score: 0, visits: 9, proven: null, pv: ['-'] };
const thought: Thought = { move: '-', lines: [line], nodes: 9, milliseconds: 3.4 };

/** A page's engine of which the answers are told one by one. */
function offered(knows = true) {
  const said: unknown[] = [];
  const asked: { question: Question; settle: (thought: Thought) => void; signal: AbortSignal | undefined }[] =
    [];
  const engine: Engine = {
    knows: () => Promise.resolve(knows),
    choose: (question, signal) =>
      new Promise((settle, refuse) => {
        asked.push({ question, settle, signal });
        signal?.addEventListener('abort', () => refuse(new EngineProblem('cancelled', '')));
      }),
    close: () => undefined,
  };
  const page = new PageEngine(
    (message) => said.push(message),
    () => Promise.resolve(engine),
  );
  return { page, said, asked };
}

const ON = { type: 'think_here', on: true };

beforeEach(() => {
  settings.thinkHere = null;
  processors.hardwareConcurrency = 8;
  processors.connection.saveData = false;
});

test('a device thinks by itself where it has processors to spare, and as it was chosen', () => {
  expect(isAble()).toBe(true);
  processors.hardwareConcurrency = 2;
  expect(isAble()).toBe(false);
  processors.hardwareConcurrency = 8;
  processors.connection.saveData = true;
  expect(thinksHere()).toBe(false);
  settings.thinkHere = true;
  expect(thinksHere()).toBe(true);
});

test('it is offered where a person plays alone, and again on each new line', async () => {
  const { page, said } = offered();
  page.connected();
  expect(said).toEqual([]);
  await page.begin(alone);
  expect(said).toEqual([ON]);
  page.connected();
  expect(said).toEqual([ON, ON]);
  page.close();
  page.connected();
  expect(said).toHaveLength(2);
});

test.each([
  ['a rated game', { rated: true }],
  ['a game with another person', { seats: [ann, level] }],
  ['a game that is watched', { you: { ...alone.you, role: 'spectator' as const, seats: [] } }],
])('it is not offered in %s', async (_, otherwise) => {
  const { page, said } = offered();
  expect(isAlone({ ...alone, ...otherwise })).toBe(false);
  await page.begin({ ...alone, ...otherwise });
  expect(said).toEqual([]);
});

test('it is not offered where it is not wanted, knows nothing of the game or is not there yet', async () => {
  const ignorant = offered(false);
  await ignorant.page.begin(alone);
  expect(ignorant.said).toEqual([]);
  const said: unknown[] = [];
  const making = new PageEngine(
    (message) => said.push(message),
    () => Promise.reject(new Error('there is no folder for browsers yet')),
  );
  await making.begin(alone);
  settings.thinkHere = false;
  await offered().page.begin(alone);
  expect(said).toEqual([]);
});

test('what the server asks is answered with the best line', async () => {
  const { page, said, asked } = offered();
  const answered = page.hear(think);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.question).toMatchObject({ moves: ['c3rw'], level: 2, multi: 1, purpose: 'move' });
  asked[0]?.settle(thought);
  await answered;
  const { pv, value, score, visits, proven } = line;
  expect(said).toEqual([
    { type: 'thought', id: 'think-1', line: { pv, value, score, visits, proven }, nodes: 9, milliseconds: 3 },
  ]);
});

test('what is asked anew for the same purpose is answered, and what came before given up', async () => {
  const { page, said, asked } = offered();
  const first = page.hear(think);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const second = page.hear({ ...think, id: 'think-2' });
  await first;
  expect(said).toEqual([{ type: 'thought', id: 'think-1', line: null, nodes: 0, milliseconds: 0 }]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.settle(thought);
  await second;
  expect(said[1]).toMatchObject({ id: 'think-2', nodes: 9 });
});

test('once this device is not to think any more it says so', async () => {
  const { page, said, asked } = offered();
  settings.thinkHere = false;
  await page.hear(think);
  expect(asked).toEqual([]);
  expect(said).toMatchObject([{ id: 'think-1', line: null }]);
});
