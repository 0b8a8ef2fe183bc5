/** Who learns: this browser, or the account that it is signed in to. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keptLearner } from '../src/memory/learner';
import { session } from '../src/memory/session.svelte';
import { asLearner } from '../src/remote/learner';
import { Problem } from '../src/source';

describe('a learner', () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => store.set(key, text),
    });
    let made = 0;
    vi.stubGlobal('fetch', () => {
      made++;
      return Promise.resolve(new Response(JSON.stringify({ learner: `l${made}`, token: `t${made}` })));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('is made once, with the first thing worth keeping', async () => {
    expect(keptLearner()).toBeNull();
    const tokens = await Promise.all([0, 1].map(() => asLearner((token) => Promise.resolve(token))));
    expect(tokens).toEqual(['t1', 't1']);
    expect(keptLearner()?.learner).toBe('l1');
  });

  test('is made again where the server has forgotten them', async () => {
    store.set('stonefield.learner', JSON.stringify({ learner: 'old', token: 'old' }));
    const token = await asLearner((given) =>
      given === 'old' ? Promise.reject(new Problem('bad_learner', '')) : Promise.resolve(given),
    );
    expect(token).toBe('t1');
  });

  test('of an account needs no token: the session speaks for it, until the server has forgotten it', async () => {
    session.begin({ name: 'Ann', learner: 'hers' });
    expect(await asLearner((token) => Promise.resolve(token))).toBeNull();
    const token = await asLearner((given) =>
      given === null ? Promise.reject(new Problem('bad_learner', '')) : Promise.resolve(given),
    );
    expect(token).toBe('t1');
    expect(session.account).toEqual({ name: 'Ann', learner: null });
    session.end();
  });
});
