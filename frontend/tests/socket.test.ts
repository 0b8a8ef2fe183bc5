/** A line to the server: what it says of itself when the network goes, and what it repeats. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../src/source';

class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeWebSocket[] = [];
  readyState = 0;
  sent: { type: string; id?: string }[] = [];

  constructor() {
    super();
    FakeWebSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  hear(message: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }));
  }
}

const page = new EventTarget();
vi.stubGlobal('location', new URL('http://here/g/x'));
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
vi.stubGlobal('window', globalThis);
const screen = { hidden: false };
vi.stubGlobal('document', screen);
vi.stubGlobal('WebSocket', FakeWebSocket);
const { GameSocket } = await import('../src/remote/socket');

function made(number: number): FakeWebSocket {
  const socket = FakeWebSocket.made[number];
  if (!socket) throw new Error(`there is no line ${number}`);
  return socket;
}

let seen: Exclude<Connection, 'connecting'>[];

function dial() {
  const line = new GameSocket('/api/games/x/socket', null, {
    version: () => 1,
    receive: () => undefined,
    connection: (connection) => seen.push(connection),
  });
  const socket = made(0);
  socket.open();
  socket.hear({ type: 'state' });
  return { line, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWebSocket.made = [];
  screen.hidden = false;
  seen = [];
});
afterEach(() => vi.useRealTimers());

test('a network that goes is said at once, and the line is made anew when it is back', () => {
  const { line, socket } = dial();
  page.dispatchEvent(new Event('offline'));
  expect(seen).toEqual(['open', 'lost']);
  page.dispatchEvent(new Event('online'));
  expect(FakeWebSocket.made).toHaveLength(2);
  expect(socket.readyState).toBe(3);
  made(1).open();
  made(1).hear({ type: 'update' });
  expect(seen.at(-1)).toBe('open');
  line.close();
});

test('an action without an answer is said after two seconds; the answer takes it back', () => {
  const { line, socket } = dial();
  const id = line.act({ type: 'move', version: 1, text: 'c3rw' });
  vi.advanceTimersByTime(1_900);
  expect(seen).toEqual(['open']);
  vi.advanceTimersByTime(200);
  expect(seen).toEqual(['open', 'lost']);
  socket.hear({ type: 'accepted', id });
  expect(seen.at(-1)).toBe('open');
  vi.advanceTimersByTime(4_000);
  expect(FakeWebSocket.made).toHaveLength(1);
  line.close();
});

test('a line on which nothing comes back is given up, and the action is sent on the next one', () => {
  const { line } = dial();
  const id = line.act({ type: 'move', version: 1, text: 'c3rw' });
  vi.advanceTimersByTime(3_100);
  const next = made(1);
  next.open();
  expect(next.sent.map(({ type }) => type)).toEqual(['hello', 'move']);
  expect(next.sent[1]?.id).toBe(id);
  line.close();
});

test('a pulse without a word in answer says that the line is lost, and another is tried', () => {
  const { line, socket } = dial();
  line.send({ type: 'pulse', next: 5 });
  vi.advanceTimersByTime(1_000);
  socket.hear({ type: 'pong' });
  vi.advanceTimersByTime(4_000);
  expect(FakeWebSocket.made).toHaveLength(1);
  line.send({ type: 'pulse', next: 5 });
  vi.advanceTimersByTime(2_100);
  expect(seen.at(-1)).toBe('lost');
  vi.advanceTimersByTime(1_000);
  expect(FakeWebSocket.made).toHaveLength(2);
  line.close();
});

const pings = (socket: FakeWebSocket): number => socket.sent.filter(({ type }) => type === 'ping').length;

test('a page that is looked at notices within eight seconds that nothing comes any more', () => {
  const { line, socket } = dial();
  vi.advanceTimersByTime(5_000);
  expect(pings(socket)).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(seen.at(-1)).toBe('lost');
  vi.advanceTimersByTime(1_000);
  expect(FakeWebSocket.made).toHaveLength(2);
  line.close();
});

test('a line that answers is kept, and one on which much is said is not tried', () => {
  const { line, socket } = dial();
  for (let second = 0; second < 30; second += 1) {
    vi.advanceTimersByTime(1_000);
    socket.hear({ type: 'presence' });
  }
  expect(pings(socket)).toBe(0);
  for (let second = 0; second < 30; second += 5) {
    vi.advanceTimersByTime(5_000);
    socket.hear({ type: 'pong' });
  }
  expect(pings(socket)).toBe(6);
  expect(FakeWebSocket.made).toHaveLength(1);
  line.close();
});

test('a page that is not looked at asks seldom', () => {
  const { line, socket } = dial();
  screen.hidden = true;
  vi.advanceTimersByTime(24_000);
  expect(pings(socket)).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(pings(socket)).toBe(1);
  line.close();
});

test('a line that is never opened is given up', () => {
  const { line } = dial();
  page.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(8_100);
  expect(FakeWebSocket.made).toHaveLength(3);
  line.close();
});

test('a line on which words take long is given more time, and so is an action that takes long', () => {
  const { line, socket } = dial();
  line.send({ type: 'ping' });
  vi.advanceTimersByTime(2_500);
  socket.hear({ type: 'pong' });
  const id = line.act({ type: 'move', version: 1, text: 'c3rw' });
  vi.advanceTimersByTime(7_400);
  expect(FakeWebSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(200);
  const next = made(1);
  next.open();
  next.hear({ type: 'pong' });
  line.act({ type: 'move', version: 1, text: 'c4rw' });
  vi.advanceTimersByTime(14_000);
  expect(FakeWebSocket.made).toHaveLength(2);
  next.hear({ type: 'accepted', id });
  line.close();
});

test('a question asked before the line is open is sent when it is', () => {
  const line = new GameSocket('/api/games/x/socket', null, {
    version: () => 1,
    receive: () => undefined,
    connection: () => undefined,
  });
  line.ask({ type: 'hint', id: 'hint-12345678' });
  expect(made(0).sent).toEqual([]);
  made(0).open();
  expect(made(0).sent.map(({ type }) => type)).toEqual(['hello', 'hint']);
  line.close();
});

test('a question is asked again on the next line, until it is answered or wanted no more', () => {
  const { line, socket } = dial();
  for (const id of ['answered', 'refused', 'cancelled', 'open']) line.ask({ type: 'hint', id });
  socket.hear({ type: 'hint', id: 'answered' });
  socket.hear({ type: 'refused', id: 'refused' });
  line.cancel('cancelled');
  expect(socket.sent.at(-1)).toEqual({ type: 'cancel', id: 'cancelled' });
  page.dispatchEvent(new Event('online'));
  made(1).open();
  expect(
    made(1)
      .sent.slice(1)
      .map(({ id }) => id),
  ).toEqual(['open']);
  line.close();
});
