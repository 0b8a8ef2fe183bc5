/** A line to the server: what it says of itself when the network goes, and what it repeats. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../src/source';

class FakeWebSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeWebSocket[] = [];
  readyState = 1;
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
  vi.advanceTimersByTime(20_000);
  expect(FakeWebSocket.made).toHaveLength(1);
  line.close();
});

test('a line on which nothing comes back is given up, and the action is sent on the next one', () => {
  const { line } = dial();
  const id = line.act({ type: 'move', version: 1, text: 'c3rw' });
  vi.advanceTimersByTime(8_100);
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
  vi.advanceTimersByTime(10_000);
  expect(FakeWebSocket.made).toHaveLength(1);
  line.send({ type: 'pulse', next: 5 });
  vi.advanceTimersByTime(2_100);
  expect(seen.at(-1)).toBe('lost');
  vi.advanceTimersByTime(6_000);
  expect(FakeWebSocket.made).toHaveLength(2);
  line.close();
});
