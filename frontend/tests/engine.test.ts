import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chanceOf, randomWord } from '../src/local/engine/chance';
import type { Engine, Question, Thought } from '../src/local/engine/engine';
import { openEngine } from '../src/local/engine/index';
import type { FromWorker, ToWorker } from '../src/local/engine/messages';

const QUESTION: Question = {
  game: 'carnac',
  board: 'small',
  options: { board: 'small' },
  position: null,
  moves: [],
  level: 5,
  nodes: null,
  milliseconds: null,
  multi: 1,
  fair: false,
  seed: null,
  prove: null,
  purpose: 'move',
};
const THOUGHT: Thought = { move: 'a1ww', lines: [], nodes: 150, milliseconds: 3 };

/** The browser's side of a worker; what runs in it is tested in tests/engine/wasm. */
class Far {
  static last: Far | null = null;
  readonly heard: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;

  constructor() {
    Far.last = this;
  }

  postMessage(message: ToWorker): void {
    this.heard.push(structuredClone(message));
  }

  terminate(): void {
    this.ended = true;
  }

  get thinks(): Extract<ToWorker, { kind: 'think' }>[] {
    return this.heard.filter((message) => message.kind === 'think');
  }

  /** The question that it thinks about. */
  get asked(): Extract<ToWorker, { kind: 'think' }> {
    const last = this.thinks.at(-1);
    if (!last) throw new Error('nothing was asked');
    return last;
  }

  answer(final = true): void {
    this.onmessage?.({ data: { kind: 'thought', id: this.asked.id, thought: THOUGHT, final } });
  }
}

let engine: Engine;
beforeEach(() => {
  Far.last = null;
  vi.stubGlobal('Worker', Far);
  vi.stubGlobal('location', { href: 'https://example.org/app/' });
  engine = openEngine('engine/');
});
afterEach(() => {
  engine.close();
  vi.unstubAllGlobals();
});

function far(): Far {
  if (!Far.last) throw new Error('no worker was started');
  return Far.last;
}

describe('the engine in its worker', () => {
  test('starts with the first question, and knows where its files are', async () => {
    expect(Far.last).toBeNull();
    const answer = engine.choose(QUESTION);
    expect(far().heard[0]).toEqual({ kind: 'folder', folder: 'https://example.org/app/engine/' });
    far().answer();
    expect(await answer).toEqual(THOUGHT);
  });

  test('thinks about one question at a time, moves first and reviews last', async () => {
    const asked = (['review', 'hint', 'rate', 'move'] as const).map((purpose) =>
      engine.choose({ ...QUESTION, purpose }),
    );
    asked.forEach(() => far().answer());
    await Promise.all(asked);
    expect(far().thinks.map(({ question }) => question.purpose)).toEqual(['review', 'move', 'hint', 'rate']);
  });

  test('tells what it thinks meanwhile', async () => {
    const told: Thought[] = [];
    const answer = engine.choose(QUESTION, undefined, (thought) => told.push(thought));
    far().answer(false);
    far().answer();
    await answer;
    expect(told).toEqual([THOUGHT]);
  });

  test('stops what is not wanted any more, and goes on with the next', async () => {
    const unwanted = new AbortController();
    const first = engine.choose(QUESTION, unwanted.signal);
    const second = engine.choose({ ...QUESTION, moves: ['a1ww'] });
    unwanted.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect(far().heard.at(-1)).toEqual({ kind: 'stop' });
    far().answer();
    expect(far().asked.question.moves).toEqual(['a1ww']);
    far().answer();
    expect(await second).toEqual(THOUGHT);
  });

  test('forgets a question that waits and is not wanted any more', async () => {
    const unwanted = new AbortController();
    const first = engine.choose(QUESTION);
    const second = engine.choose(QUESTION, unwanted.signal);
    unwanted.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    far().answer();
    await first;
    expect(far().thinks).toHaveLength(1);
  });

  test('passes on why there is no answer', async () => {
    const answer = engine.choose(QUESTION);
    const { id } = far().asked;
    far().onmessage?.({ data: { kind: 'failed', id, code: 'not_here', detail: 'carnac 5x4' } });
    await expect(answer).rejects.toMatchObject({ code: 'not_here' });
  });

  test('starts another worker after one that broke', async () => {
    const answer = engine.choose(QUESTION);
    const broken = far();
    broken.onerror?.({ message: 'out of memory' });
    await expect(answer).rejects.toMatchObject({ code: 'engine_failed' });
    expect(broken.ended).toBe(true);
    const again = engine.choose(QUESTION);
    expect(far()).not.toBe(broken);
    far().answer();
    await again;
  });

  test('refuses everything once it is closed', async () => {
    const answer = engine.choose(QUESTION);
    engine.close();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await expect(engine.choose(QUESTION)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('chance', () => {
  test('with a seed it is that of random.Random in Python', async () => {
    // Python: r = random.Random("11 carnac small"); r.getrandbits(32), r.random(), r.getrandbits(7)
    const chance = await chanceOf(11, '11 carnac small');
    expect([chance.bits(32), chance.random(), chance.bits(7)]).toEqual([4025975823, 0.8912579366951757, 81]);
  });

  test('a search begins with the random word of the native one', () => {
    // Python: stonefield.engine.rng.random_words(4000000000, 0)
    expect(randomWord(4000000000)).toBe(8576021764410289967n);
  });

  test('without a seed every number comes up', async () => {
    const chance = await chanceOf(null, '');
    expect(new Set(Array.from({ length: 500 }, () => chance.bits(2)))).toEqual(new Set([0, 1, 2, 3]));
  });
});
