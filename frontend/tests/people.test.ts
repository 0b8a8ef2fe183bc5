/** Accounts: passkeys as bytes and text, what a browser brings along, and games that are known twice. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { source } from '../src/backend';
import { knownGames } from '../src/memory/games';
import { session } from '../src/memory/session.svelte';
import type { AccountView, MyGame } from '../src/messages';
import { Problem } from '../src/source';
import { keep } from '../src/storage';
import { texts } from '../src/texts.svelte';
import { state } from './state';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
});
vi.stubGlobal('document', { documentElement: {} });
const { accounts } = await import('../src/accounts');
const { MyAccount } = await import('../src/people/account.svelte');
const { cameAlong, forgetEverything, hasSomething, held } = await import('../src/people/browser');
const { bytesIn, decode, encode, hindrance } = await import('../src/people/passkeys');
const { Trying } = await import('../src/people/trying.svelte');
const { deviceName } = await import('../src/people/words');
const { statusOf, YourGames } = await import('../src/home/yourgames.svelte');

const view: AccountView = {
  name: 'Ann',
  created: 1,
  language: 'en',
  mail: null,
  mail_confirmed: false,
  private: false,
  shown: false,
  rename_from: null,
  password: true,
  passkeys: [],
  recovery_codes: 8,
  learner: 'l1',
  session: 's1',
  proven_until: 0,
};
const game: MyGame = {
  game: 'far',
  rules: 'carnac',
  options: {},
  seats: [
    { kind: 'person', name: 'Ann', level: null, account: 'Ann', mine: true },
    { kind: 'engine', name: '', level: 3, account: null, mine: false },
  ],
  clock: null,
  created: 1,
  at: 2,
  my_turn: true,
  ended: null,
  result: null,
};

beforeEach(() => {
  vi.restoreAllMocks();
  kept.clear();
  session.end();
  texts.entries = {
    'people.came.games': { one: '{count} game', other: '{count} games' },
    'people.came.studies': { one: '{count} study', other: '{count} studies' },
    'people.came.progress': 'your puzzle progress',
    'say.list': '{first} and {last}',
    'end.you.win': 'You win!',
    'error.invalid': 'No.',
    'error.prove_first': 'Show first that it is you.',
    'people.problem.name_mixed': 'Use one script.',
  };
});

describe('passkeys', () => {
  test('bytes become base64url and back', () => {
    const bytes = Uint8Array.from([251, 255, 0, 1]);
    expect(encode(bytes.buffer)).toBe('-_8AAQ');
    expect([...decode('-_8AAQ')]).toEqual([...bytes]);
  });

  test('the browser gets bytes where it wants them, and the site keeps its name', () => {
    const made = bytesIn({
      challenge: 'AQI',
      rp: { id: 'localhost', name: 'Stonefield' },
      user: { id: 'Aw', name: 'Ann' },
      excludeCredentials: [{ id: 'BA', type: 'public-key' }],
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 60_000,
    });
    expect(made).toEqual({
      challenge: Uint8Array.from([1, 2]),
      rp: { id: 'localhost', name: 'Stonefield' },
      user: { id: Uint8Array.from([3]), name: 'Ann' },
      excludeCredentials: [{ id: Uint8Array.from([4]), type: 'public-key' }],
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 60_000,
    });
  });

  test('an address of numbers, a plain connection and an old browser have none', () => {
    const browser = { isSecureContext: true, PublicKeyCredential: {} };
    const at = (hostname: string, seen: object = browser) => hindrance({ hostname }, seen as typeof browser);
    expect(at('localhost')).toBeNull();
    expect(at('stones.example')).toBeNull();
    expect([at('127.0.0.1'), at('[::1]')]).toEqual(['address', 'address']);
    expect(at('stones.lan', { isSecureContext: false })).toBe('insecure');
    expect(at('stones.example', { isSecureContext: true })).toBe('browser');
  });

  test('a new one is called after the device', () => {
    expect(deviceName('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')).toBe('Linux');
    expect(deviceName('Mozilla/5.0 (Linux; Android 16) Chrome/140')).toBe('Android');
    expect(deviceName('curl')).toBe('');
  });
});

describe('what a browser brings along', () => {
  test('games and studies with tokens, and the learner; what is gone stays behind', () => {
    expect(hasSomething(held())).toBe(false);
    keep(
      'stonefield.games',
      JSON.stringify([
        { id: 'a', token: 't1' },
        { id: 'b', token: null },
        { id: 'c', token: 't2', gone: true },
      ]),
    );
    keep('stonefield.studies', JSON.stringify([{ id: 's', token: 't3' }]));
    keep('stonefield.learner', JSON.stringify({ learner: 'l', token: 't4' }));
    expect(held()).toEqual({
      games: [{ game: 'a', token: 't1' }],
      studies: [{ study: 's', token: 't3' }],
      learner: 't4',
    });
    expect(hasSomething(held())).toBe(true);
    forgetEverything();
    expect(hasSomething(held())).toBe(false);
  });

  test('what came along is said in words', () => {
    expect(cameAlong({ games: ['a', 'b'], studies: ['s'], learner: true })).toBe(
      '2 games, 1 study and your puzzle progress',
    );
    expect(cameAlong({ games: ['a'], studies: [], learner: false })).toBe('1 game');
    expect(cameAlong({ games: [], studies: [], learner: false })).toBe('');
  });
});

describe('the account', () => {
  test('is remembered while the browser is signed in, and forgotten when the server ends that', async () => {
    vi.spyOn(accounts, 'fetchAccount').mockResolvedValue(view);
    const account = new MyAccount();
    await account.refresh();
    expect(session.account).toEqual({ name: 'Ann', learner: 'l1' });
    expect(JSON.parse(kept.get('stonefield.account') ?? '')).toEqual({ name: 'Ann', learner: 'l1' });
    const refusal = new Response('{"code": "sign_in_first", "detail": ""}', { status: 401 });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(refusal);
    await expect(source.fetchMyGames(0)).rejects.toThrow('sign_in_first');
    expect(session.account).toBeNull();
  });

  test('what needs a proof waits for it and is done then, or not at all', async () => {
    vi.spyOn(accounts, 'fetchAccount').mockResolvedValue(view);
    vi.spyOn(accounts, 'prove').mockResolvedValue();
    let proven = false;
    const removed = vi.spyOn(accounts, 'removePasskey').mockImplementation(() => {
      if (!proven) return Promise.reject(new Problem('prove_first', ''));
      return Promise.resolve();
    });
    const account = new MyAccount();
    const done = account.changed(() => accounts.removePasskey('p1'));
    await vi.waitFor(() => expect(account.asking).not.toBeNull());
    proven = true;
    await account.prove({ password: 'right' });
    await done;
    expect(removed).toHaveBeenCalledTimes(2);

    proven = false;
    const left = account.changed(() => accounts.removePasskey('p1'));
    await vi.waitFor(() => expect(account.asking).not.toBeNull());
    account.answer(false);
    await left;
    expect(removed).toHaveBeenCalledTimes(3);
  });

  test('a name is refused with its reason', async () => {
    const attempt = new Trying();
    await attempt.make(() => Promise.reject(new Problem('name_refused', 'mixed')));
    expect(attempt).toMatchObject({ code: 'name_mixed', problem: 'Use one script.' });
    await attempt.make(() => Promise.resolve());
    expect(attempt).toMatchObject({ code: '', problem: '' });
  });
});

test('games of the account and of this browser are one list, none of them twice', async () => {
  const { rememberGame } = await import('../src/memory/games');
  rememberGame({ ...state, game: 'near' }, 'token');
  vi.spyOn(source, 'fetchGame').mockResolvedValue({ ...state, game: 'near' });
  const near = { ...game, game: 'near' };
  const won = { ...game, game: 'won', ended: 3, my_turn: false, result: 'won' as const };
  const asked = vi.spyOn(source, 'fetchMyGames').mockResolvedValue({ games: [near, game, won], more: false });
  const games = new YourGames();
  await games.refresh();
  expect(asked).not.toHaveBeenCalled();
  expect(games.all.map(({ id }) => id)).toEqual(['near']);

  session.begin(view);
  await games.refresh();
  expect(games.all.map(({ id, token, turn, way }) => [id, token, turn, way])).toEqual([
    ['near', 'token', expect.any(Boolean), expect.any(String)],
    ['far', null, true, 'engine'],
    ['won', null, false, 'engine'],
  ]);
  expect(statusOf(games.all[2] as (typeof games.all)[number])).toBe('You win!');
  // Nothing of the account is written down in the browser.
  expect(knownGames().map(({ id }) => id)).toEqual(['near']);
  session.end();
  expect(games.all.map(({ id }) => id)).toEqual(['near']);
});

test('texts of a part come with the language, also with one that is chosen later', async () => {
  const fetched = vi
    .spyOn(source, 'fetchTexts')
    .mockImplementation((language, part) => Promise.resolve({ [part]: language }));
  await texts.load('en');
  expect(texts.entries).toEqual({ page: 'en' });
  await Promise.all([texts.need('people'), texts.need('people')]);
  expect(fetched.mock.calls).toEqual([
    ['en', 'page'],
    ['en', 'people'],
  ]);
  expect(texts.entries).toEqual({ page: 'en', people: 'en' });
  await texts.load('de');
  expect(texts.entries).toEqual({ page: 'de', people: 'de' });
});
