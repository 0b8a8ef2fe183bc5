import { expect, test, vi } from 'vitest';
import { keepOffer, offered } from '../src/practice/offered';

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
