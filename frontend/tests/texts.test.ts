import { expect, test } from 'vitest';
import { fillText } from '../src/texts.svelte';

test('placeholders are filled once, and values are left alone', () => {
  expect(fillText('{colour} wins on {square}', { colour: '{square}', square: 'c4' }, 'en')).toBe(
    '{square} wins on c4',
  );
});

test('a count chooses the form of the language', () => {
  const stones = { one: '{count} megalit', few: '{count} megaliți', other: '{count} de megaliți' };
  expect(fillText(stones, { count: 1 }, 'ro')).toBe('1 megalit');
  expect(fillText(stones, { count: 12 }, 'ro')).toBe('12 megaliți');
  expect(fillText(stones, { count: 28 }, 'ro')).toBe('28 de megaliți');
  expect(fillText({ one: 'a dolmen', other: '{count} dolmens' }, { count: 0 }, 'fr')).toBe('a dolmen');
});

test('the thousands of a count are kept apart as the language does, other numbers are left alone', () => {
  const puzzles = { other: '{count} of {all}' };
  const filled = (language: string) => fillText(puzzles, { count: 3087, all: 4000 }, language);
  expect(['en', 'de', 'fr', 'nl', 'it', 'hu', 'ro'].map(filled)).toEqual([
    '3,087 of 4000',
    '3.087 of 4000',
    '3\u202f087 of 4000',
    '3.087 of 4000',
    '3.087 of 4000',
    '3\u00a0087 of 4000',
    '3.087 of 4000',
  ]);
});
