import { expect, test, vi } from 'vitest';
import type { LearnerView } from '../src/messages';
import { keepOffer, offered } from '../src/practice/offered';
import { forgetSolved, isSolved, keepSolved } from '../src/practice/solved';
import { dailyAddress, isNewcomer } from '../src/practice/wish';

test('what was offered is remembered for a week, the latest first', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  });
  const day = 24 * 3600 * 1000;
  keepOffer('old', 0);
  keepOffer('one', 5 * day);
  keepOffer('two', 6 * day);
  keepOffer('one', 6.5 * day);
  expect(offered(6.6 * day)).toEqual(['one', 'two', 'old']);
  expect(offered(8 * day)).toEqual(['one', 'two']);
  for (let n = 0; n < 120; n++) keepOffer(`p${n}`, 7 * day + n);
  expect(offered(7 * day + 120)).toHaveLength(100);
  vi.unstubAllGlobals();
});

test('what was solved is remembered until it is forgotten', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  });
  expect(isSolved('one')).toBe(false);
  keepSolved('one');
  expect(isSolved('one')).toBe(true);
  for (let n = 0; n < 60; n++) keepSolved(`p${n}`);
  expect([isSolved('one'), isSolved('p59')]).toEqual([false, true]);
  forgetSolved();
  expect(isSolved('p59')).toBe(false);
  vi.unstubAllGlobals();
});

test('a newcomer has tried few puzzles before today, however many today', () => {
  const day = 24 * 3600 * 1000;
  const learner = (...at: number[]) =>
    ({ games: [{ game: 'carnac', graph: at.map((one) => ({ at: one, rating: 1200 })) }] }) as LearnerView;
  const now = 10.5 * day;
  expect(isNewcomer(null, 'carnac', now)).toBe(true);
  expect(isNewcomer(learner(...Array<number>(9).fill(10.2 * day)), 'carnac', now)).toBe(true);
  expect(isNewcomer(learner(...Array<number>(5).fill(9.9 * day)), 'carnac', now)).toBe(false);
  expect(isNewcomer(learner(...Array<number>(5).fill(9.9 * day)), 'caminos', now)).toBe(true);
  expect([dailyAddress('carnac', true), dailyAddress('carnac', false)]).toEqual([
    '/puzzles/daily?game=carnac&easy=1',
    '/puzzles/daily?game=carnac',
  ]);
});
