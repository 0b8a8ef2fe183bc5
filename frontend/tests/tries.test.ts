/** Puzzles that were tried without the server go to it once, in their order. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendTries } from '../src/offline/tries';
import { STOOD_IN } from '../src/place';

const tries = (...names: string[]) =>
  names.map((puzzle, at) => ({ puzzle, at, token: `token-${puzzle}`, moves: ['c4rw'] }));
let waiting: ReturnType<typeof tries> = [];

vi.mock('../src/place', async (original) => ({
  ...(await original<typeof import('../src/place')>()),
  device: () =>
    Promise.resolve({
      fetch: (path: string, { method }: RequestInit) => {
        if (method === 'DELETE') waiting = waiting.filter(({ token }) => !path.endsWith(token));
        return Promise.resolve(new Response(method ? null : JSON.stringify({ tries: waiting })));
      },
    }),
}));

const kept = new Map<string, string>();
let sent: string[] = [];
let server: (path: string, body: { token: string }) => Response;

beforeEach(() => {
  kept.clear();
  kept.set(STOOD_IN, '1');
  kept.set('stonefield.learner', JSON.stringify({ learner: 'ann', token: 'own' }));
  sent = [];
  waiting = tries('a', 'b', 'c');
  server = () => new Response(null, { status: 204 });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('navigator', { locks: { request: (_: string, task: () => unknown) => task() } });
  vi.stubGlobal('fetch', (path: string, { headers, body }: RequestInit) => {
    expect(new Headers(headers).get('Authorization')).toBe('Bearer own');
    const late = JSON.parse(body as string) as { token: string };
    sent.push(`${path} ${late.token}`);
    return Promise.resolve(server(path, late));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('all that waits is sent, the oldest first', async () => {
  await sendTries();
  expect(sent).toEqual(['a', 'b', 'c'].map((name) => `/api/puzzles/${name}/late-tries token-${name}`));
  expect(waiting).toEqual([]);
  expect(kept.has(STOOD_IN)).toBe(false);
});

test('what the server did not take waits for another time', async () => {
  server = (path) => new Response(null, { status: path.includes('/b/') ? 503 : 204 });
  await sendTries();
  expect(waiting.map(({ puzzle }) => puzzle)).toEqual(['b', 'c']);
  expect(kept.has(STOOD_IN)).toBe(true);
});

test('a puzzle that is gone stops no other', async () => {
  const gone = JSON.stringify({ code: 'no_such_puzzle', detail: '' });
  server = (path) => (path.includes('/a/') ? new Response(gone, { status: 404 }) : new Response(null));
  await sendTries();
  expect(waiting).toEqual([]);
});
