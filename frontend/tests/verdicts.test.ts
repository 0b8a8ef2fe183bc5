import { beforeEach, expect, test, vi } from 'vitest';
import { source } from '../src/backend';
import type { ClaimView } from '../src/messages';
import { texts } from '../src/texts.svelte';
import { claimSentences } from '../src/verdicts';

const claim = (told: Partial<ClaimView>): ClaimView => ({
  code: 'more_chances',
  colour: 'white',
  count: null,
  other: null,
  squares: [],
  moves: [],
  instead: [],
  weight: 0.1,
  ...told,
});

beforeEach(() => {
  texts.entries = {
    'why.more_chances': '{colour} has more: {count} instead of {other}.',
    'why.leaves_open': '{colour} has {squares}.',
    'why.no_single_reason': 'The engine prefers {move}.',
    'hint.shows': 'It shows your colour.',
    'side.white': 'White',
    'say.list': '{first} and {last}',
    'squares.more': { one: '{count} more', other: '{count} more' },
    'count.none': 'none',
    'move.leave': 'leaving it standing',
    'move.place': 'placing on {squares}',
  };
});

test('both numbers are named, and nothing is a word', () => {
  expect(claimSentences([claim({ count: 3, other: 0 })])).toEqual(['White has more: 3 instead of none.']);
});

test('at most four squares are named', () => {
  const squares = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
  expect(claimSentences([claim({ code: 'leaves_open', squares })])).toEqual([
    'White has a1, a2, a3, a4 and 2 more.',
  ]);
});

test('of a line only the last move is named, in words', () => {
  const told = (moves: string[], squares: string[] = []) =>
    claimSentences([claim({ code: 'no_single_reason', moves, squares })]);
  expect(told(['c3rw', 'e5ww'], ['e5'])).toEqual(['The engine prefers placing on e5.']);
  expect(told(['T:d4,e4,e5,f4'], ['d4', 'e4'])).toEqual(['The engine prefers placing on d4 and e4.']);
  expect(told(['-'])).toEqual(['The engine prefers leaving it standing.']);
});

test('a hint’s words, which speak to a player, are not used for a review', () => {
  expect(claimSentences([claim({ code: 'shows' })])).toEqual([]);
});

test('the words of reasons are fetched when the first is to be said', async () => {
  const fetched = vi.spyOn(source, 'fetchTexts').mockResolvedValue({ 'why.wins': '{colour} wins at once.' });
  const said = () => claimSentences([claim({ code: 'wins' })]);
  expect(said()).toEqual([]);
  said();
  await vi.waitFor(() => expect(said()).toEqual(['White wins at once.']));
  expect(fetched.mock.calls).toEqual([['en', 'reasons']]);
});
