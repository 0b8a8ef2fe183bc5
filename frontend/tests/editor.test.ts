import { describe, expect, test } from 'vitest';
import { faultSentence, rejectionOf, spotIn } from '../src/editor/faults';
import { parts as caminos } from '../src/games/caminos/parts';
import { BenchHand } from '../src/games/carnac/benchhand.svelte';
import { parts as carnac } from '../src/games/carnac/parts';
import type { CaminosScene, CarnacLegal } from '../src/messages';
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

test('a text that is not set up is told apart by whether it can be read, and shown where it is wrong', () => {
  texts.entries = { 'fault.stone_text': '{word} is no megalith' };
  const place = { line: 1, column: 23, word: 'zz9' };
  const fault = { code: 'stone_text', detail: '', values: { word: 'zz9' }, unreadable: true, place };
  expect(rejectionOf(fault)).toEqual({ kind: 'unreadable', sentence: 'zz9 is no megalith', place });
  expect(rejectionOf({ ...fault, unreadable: false }).kind).toBe('illegal');
  const text = 'carnac medium 28 r w2 zz9,d4rw';
  const spot = spotIn(text, place);
  expect(text.slice(spot.start, spot.end)).toBe('zz9');
  expect(spot.before + spot.word + spot.after).toBe(text);
  expect(spotIn(`\n${text}`, { ...place, line: 2 }).start).toBe(spot.start + 1);
  expect(spotIn('carnac', { line: 1, column: 7, word: '' })).toMatchObject({ before: 'carnac', word: '…' });
  expect(spotIn('x'.repeat(99), { line: 1, column: 50, word: 'x' }).before).toBe(`…${'x'.repeat(24)}`);
});

describe('what a tool would change', () => {
  test('is the whole stone, whichever of its squares is pointed at', () => {
    const lying = { squares: ['d5', 'e5'], top: 'red', axis: null };
    const stones = { ...scene, stones: [lying] } as unknown as typeof scene;
    expect(carnac.thingAt?.('e5', stones)).toEqual(['d5', 'e5']);
    expect(carnac.thingAt?.('a1', stones)).toEqual([]);
  });

  test('is the piece on top of a column, where it is on top', () => {
    const piece = (seat: number, ...cubes: number[][]) => ({ colour: 'yellow', seat, cubes });
    const pieces = {
      pieces: [piece(0, [0, 0, 0], [1, 0, 0]), piece(1, [1, 0, 1], [2, 0, 0])],
      path: {},
    } as unknown as CaminosScene;
    expect(caminos.thingAt?.('a1', pieces)).toEqual(['a1']);
    expect(caminos.thingAt?.('b1', pieces)).toEqual(['b1', 'c1']);
    expect(caminos.thingAt?.('d4', pieces)).toEqual([]);
  });
});
