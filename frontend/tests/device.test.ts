/** The device as the page has it: requests, lines and questions; what is kept, and what another tab writes. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Doer, NotKept } from '../src/local/doer';
import type { Doing, Done, FromWorker, Row, ToWorker, Write } from '../src/local/messages';
import { isOvertaken, type Rows, type Store } from '../src/local/rows';
import { openDevice } from '../src/local/device';
import type { Device } from '../src/place';

const NOTHING: Done = {
  needs: [],
  awaits: null,
  answer: null,
  writes: [],
  told: [],
  closed: [],
  asked: [],
  cancelled: [],
  wake: null,
};

/** A browser's rows in memory; what IndexedDB does with them is tested in a browser. */
class Kept implements Store {
  rows: Record<string, Row> = {};
  isFull = false;

  read(keys: readonly string[]): Promise<Rows> {
    return Promise.resolve(Object.fromEntries(keys.map((key) => [key, this.rows[key] ?? null])));
  }

  async write(writes: readonly Write[]): Promise<Rows | null> {
    if (this.isFull) throw new Error('full');
    const there = await this.read(writes.map(({ key }) => key));
    if (isOvertaken(writes, there)) return there;
    for (const { key, text, edition } of writes) {
      const others = Object.entries(this.rows).filter(([name]) => name !== key);
      this.rows = Object.fromEntries(text === null ? others : [...others, [key, { text, edition }]]);
    }
    return null;
  }
}

describe('one thing after the other', () => {
  let kept: Kept;
  let done: Done[];
  let wrote: string[];
  let told: (Doing & { now: number })[];
  let now: number;

  /** What Python says is given here, one saying after the other. */
  function doer(...sayings: Partial<Done>[]): Doer {
    const left = [...sayings];
    const pocket = (text: string): string => {
      told.push(JSON.parse(text) as Doing & { now: number });
      return JSON.stringify({ ...NOTHING, ...left.shift() });
    };
    return new Doer(pocket, kept, {
      done: (one) => done.push(one),
      wrote: (keys) => wrote.push(...keys),
      now: () => now,
    });
  }

  beforeEach(() => {
    vi.useFakeTimers();
    kept = new Kept();
    [done, wrote, told, now] = [[], [], [], 1000];
  });
  afterEach(() => vi.useRealTimers());

  test('what is needed is read, and the same is asked again', async () => {
    kept.rows = { a: { text: 'A', edition: 3 } };
    const answer = { status: 200, type: 'text/plain', text: 'yes' };
    const found = await doer({ needs: ['a'] }, {}, { answer }).do({ do: 'wake' });
    expect(told).toEqual([
      { do: 'wake', now: 1000 },
      { do: 'rows', rows: { a: { text: 'A', edition: 3 } }, now: 1000 },
      { do: 'wake', now: 1000 },
    ]);
    expect(found).toEqual(answer);
  });

  test('what needs a proof is done again after the answer to its question, and others before it', async () => {
    const answer = { status: 200, type: 'text/plain', text: 'proven' };
    const one = doer({ awaits: 7 }, {}, {}, {}, { answer });
    const open: Doing = { do: 'open', line: 1, game: 'here-a' };
    const thought = (question: number): Doing => ({ do: 'thought', question, thought: null, code: null });
    const found = one.do({ do: 'wake' });
    for (const doing of [open, thought(6), thought(7)]) await one.do(doing);
    expect(await found).toEqual(answer);
    expect(told.map((doing) => doing.do)).toEqual(['wake', 'open', 'thought', 'thought', 'wake']);
  });

  test('what is told is kept before', async () => {
    const writes = [{ key: 'a', after: 0, edition: 1, text: 'A' }];
    await doer({ writes, told: [[1, 'hello']] }).do({ do: 'wake' });
    expect(kept.rows).toEqual({ a: { text: 'A', edition: 1 } });
    expect(wrote).toEqual(['a']);
    expect(done.map((one) => one.told)).toEqual([[[1, 'hello']]]);
  });

  test('where another tab was faster, nothing is written and all is decided again', async () => {
    kept.rows = { a: { text: 'theirs', edition: 2 } };
    const writes = [
      { key: 'a', after: 1, edition: 2, text: 'ours' },
      { key: 'b', after: 0, edition: 1, text: 'ours' },
    ];
    const again = { told: [[1, 'refused']] as Done['told'] };
    await doer({ writes, told: [[1, 'accepted']] }, {}, again).do({ do: 'wake' });
    expect(kept.rows).toEqual({ a: { text: 'theirs', edition: 2 } });
    expect(told[1]).toMatchObject({ do: 'rows', rows: { a: { text: 'theirs', edition: 2 }, b: null } });
    expect(done.flatMap((one) => one.told)).toEqual([[1, 'refused']]);
  });

  test('what cannot be kept did not happen', async () => {
    kept.isFull = true;
    const writes = [{ key: 'a', after: 0, edition: 1, text: 'A' }];
    const failing = doer({ writes, told: [[1, 'accepted']] }).do({ do: 'wake' });
    await expect(failing).rejects.toBeInstanceOf(NotKept);
    expect(told.at(-1)).toMatchObject({ do: 'rows', rows: { a: null } });
    expect(done.flatMap((one) => one.told)).toEqual([]);
  });

  test('what other tabs write is heard of where it was read', async () => {
    const one = doer({ needs: ['a'] });
    await one.do({ do: 'wake' });
    told = [];
    kept.rows = { a: { text: 'new', edition: 1 }, b: { text: 'new', edition: 1 } };
    one.written(['b']);
    one.written(['a', 'b']);
    await one.do({ do: 'wake' });
    expect(told).toEqual([
      { do: 'rows', rows: { a: { text: 'new', edition: 1 } }, now: 1000 },
      { do: 'wake', now: 1000 },
    ]);
  });

  test('a flag falls by itself', async () => {
    await doer({ wake: 4000 }).do({ do: 'close', line: 1 });
    await vi.advanceTimersByTimeAsync(2999);
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(told.at(-1)).toMatchObject({ do: 'wake' });
  });
});

describe('a worker that answers', () => {
  /** The browser's side of a worker. */
  class Far {
    static all: Far[] = [];
    static made(number: number): Far {
      const found = Far.all[number];
      if (!found) throw new Error(`there is no worker ${number}`);
      return found;
    }
    readonly heard: ToWorker[] = [];
    ended = false;
    onmessage: ((event: { data: FromWorker }) => void) | null = null;
    onerror: ((event: { message: string }) => void) | null = null;

    constructor() {
      Far.all.push(this);
    }
    postMessage(message: ToWorker): void {
      this.heard.push(structuredClone(message));
    }
    terminate(): void {
      this.ended = true;
    }
    say(message: object): void {
      this.onmessage?.({ data: message as FromWorker });
    }
    get doings(): Doing[] {
      return this.heard.flatMap((message) => (message.kind === 'do' ? [message.doing] : []));
    }
  }

  const FOLDER = 'http://here/pocket/';
  const OPEN = 1;
  let device: Device;
  let far: Far;
  let listed: Response[];

  beforeEach(async () => {
    Far.all = [];
    listed = [Response.json({ status: 'making' }, { status: 202 }), Response.json({ version: 'v1' })];
    vi.stubGlobal('Worker', Far);
    vi.stubGlobal('location', new URL('http://here/g/x'));
    vi.stubGlobal('WebSocket', { CONNECTING: 0, OPEN, CLOSED: 3 });
    vi.stubGlobal('fetch', () => Promise.resolve(listed.shift()));
    vi.useFakeTimers();
    const opening = openDevice(FOLDER, null);
    await vi.advanceTimersByTimeAsync(2000);
    far = Far.made(0);
    far.say({ kind: 'ready' });
    device = await opening;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('it waits until the server has made the folder, and loads that version', () => {
    expect(far.heard[0]).toEqual({ kind: 'folder', folder: 'http://here/pocket/v1/' });
  });

  test('a request goes as it would over HTTP', async () => {
    const headers = { Authorization: 'Bearer secret', 'Content-Type': 'application/json' };
    const asking = device.fetch('/api/puzzles/next?game=carnac&but=a&but=b', {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(far.doings).toEqual([
      {
        do: 'ask',
        method: 'POST',
        path: '/api/puzzles/next',
        query: { game: ['carnac'], but: ['a', 'b'] },
        body: '{}',
        token: 'secret',
      },
    ]);
    const id = far.heard.flatMap((message) => (message.kind === 'do' ? [message.id] : []))[0];
    far.say({ kind: 'answer', id, answer: { status: 404, type: 'application/json', text: '{"code":"x"}' } });
    const answer = await asking;
    expect([answer.status, await answer.json()]).toEqual([404, { code: 'x' }]);
  });

  function line(): { heard: string[]; line: number; wire: ReturnType<Device['open']> } {
    const heard: string[] = [];
    const wire = device.open('/api/games/here-x/socket');
    for (const type of ['open', 'message', 'close'])
      wire.addEventListener(type, (event) => {
        const { data = '', code = '' } = event as Event & { data?: string; code?: number };
        heard.push(`${type}${data}${code}`);
      });
    const opened = far.doings.find((doing) => doing.do === 'open');
    return { heard, line: opened?.do === 'open' ? opened.line : -1, wire };
  }

  test('a line opens, is told, and ends with a code', async () => {
    vi.stubGlobal(
      'MessageEvent',
      class extends Event {
        constructor(
          type: string,
          public data: string | { data: string },
        ) {
          super(type);
          this.data = (data as { data: string }).data;
        }
      },
    );
    vi.stubGlobal(
      'CloseEvent',
      class extends Event {
        readonly code: number;
        constructor(type: string, { code }: { code: number }) {
          super(type);
          this.code = code;
        }
      },
    );
    const { heard, line: number, wire } = line();
    await Promise.resolve();
    wire.send('{"type":"hello"}');
    expect(far.doings.at(-1)).toEqual({ do: 'say', line: number, message: { type: 'hello' } });
    const none = { closed: [], asked: [], cancelled: [] };
    far.say({ kind: 'done', ...none, told: [[number, '!']] });
    far.say({ kind: 'done', ...none, told: [], closed: [[number, 4404]] });
    expect(heard).toEqual(['open', 'message!', 'close4404']);
  });

  test('what waits is refused when the worker is lost, and lines are lost', async () => {
    vi.stubGlobal(
      'CloseEvent',
      class extends Event {
        readonly code: number;
        constructor(type: string, { code }: { code: number }) {
          super(type);
          this.code = code;
        }
      },
    );
    const { heard } = line();
    const asking = device.fetch('/api/health', {});
    far.say({ kind: 'failed', detail: 'broken' });
    await expect(asking).rejects.toThrow('broken');
    await device.lost;
    expect(heard).toEqual(['close1006']);
    expect(far.ended).toBe(true);
  });

  const QUESTION = { id: 7, least: 500, game: 'carnac', board: 'small', purpose: 'move' };
  const asked = { kind: 'done', told: [], closed: [], cancelled: [], asked: [QUESTION] };

  test('the engine is asked, and its answer comes no sooner than people can follow', async () => {
    far.say(asked);
    const engine = Far.made(1);
    const { id } = engine.heard.at(-1) as unknown as { id: number };
    const thought = { move: 'c4rw', lines: [], nodes: 1, milliseconds: 1 };
    engine.say({ kind: 'thought', id, thought, final: true });
    await vi.advanceTimersByTimeAsync(499);
    expect(far.doings).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(far.doings).toEqual([{ do: 'thought', question: 7, thought, code: null }]);
  });

  test('what the engine does not know is said, and what is cancelled is not', async () => {
    far.say(asked);
    const engine = Far.made(1);
    const first = engine.heard.at(-1) as unknown as { id: number };
    engine.say({ kind: 'failed', id: first.id, code: 'not_here', detail: '' });
    await vi.advanceTimersByTimeAsync(0);
    expect(far.doings).toEqual([{ do: 'thought', question: 7, thought: null, code: 'not_here' }]);
    far.say(asked);
    far.say({ ...asked, asked: [], cancelled: [7] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(far.doings).toHaveLength(1);
  });
});
