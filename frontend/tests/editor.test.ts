import { describe, expect, test } from 'vitest';
import { faultSentence } from '../src/editor/faults';
import { BenchHand } from '../src/games/carnac/benchhand.svelte';
import type { CarnacLegal } from '../src/messages';
import { seatsFrom } from '../src/setup/seats';
import { texts } from '../src/texts.svelte';
import { scene } from './state';

const legal: CarnacLegal = {
  game: 'carnac',
  placements: { c3: 'NE', c4: 'E', d3: '' },
  answers: [],
  swap: false,
};

describe('the megalith in hand while a position is set up', () => {
  const hand = () =>
    new BenchHand({
      state: { letters: { red: 'r', white: 'w' }, turn: null, moves: [] },
      scene,
      legal,
      propose: () => undefined,
    });

  test('stands as in the game, until it is laid down by a key', () => {
    const held = hand();
    expect(held.prospectsAt('c3').map(({ text }) => text)).toEqual(['c3rw']);
    expect(held.key('L')).toBe(true);
    expect(held.prospectsAt('c3').map(({ text }) => text)).toEqual(['c3d3r']);
  });

  test('lies with its red end on the square that is chosen, turned by quarters', () => {
    const held = hand();
    held.lies = true;
    const ways = [0, 1, 2, 3].map(() => {
      const found = held.prospectsAt('c3').map(({ text }) => text);
      held.key('R');
      return found;
    });
    // To the south and the west there is no room.
    expect(ways).toEqual([['c3d3r'], [], [], ['c3c4r']]);
    held.key('T');
    expect(held.prospectsAt('c3')[0]?.text).toBe('c3d3w');
  });
});

test('a game from a position has one seat of mine, and the others of one kind', () => {
  const two = [{ player: 1 }, { player: 2 }];
  expect(seatsFrom(two, 2, 'engine', 4, 'Ann')).toEqual([
    { kind: 'engine', level: 4 },
    { kind: 'person', name: 'Ann' },
  ]);
  expect(seatsFrom(two, 1, 'friend', 4, '')).toEqual([{ kind: 'person', name: '' }, { kind: 'open' }]);
  const four = [0, 1, 2, 3].map((player) => ({ player }));
  expect(seatsFrom(four, 2, 'screen', 1, 'Ann').map(({ kind }) => kind)).toEqual(Array(4).fill('person'));
});

test('a fault is said in the words of the language, with colours by their names', () => {
  texts.entries = { 'fault.begins': '{colour} begins', 'side.red': 'Red' };
  expect(faultSentence({ code: 'begins', detail: '', values: { colour: 'red' } })).toBe('Red begins');
  expect(faultSentence({ code: 'unheard', detail: 'in English', values: {} })).toBe('in English');
});
