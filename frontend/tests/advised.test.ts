import { beforeAll, describe, expect, test } from 'vitest';
import english from '../../src/stonefield/locales/en/app.json';
import * as caminos from '../src/games/caminos/advised';
import { tipFor } from '../src/games/caminos/tips';
import * as caminosWords from '../src/games/caminos/words';
import { advised } from '../src/games/carnac/advised';
import * as carnacWords from '../src/games/carnac/words';
import type { CaminosScene, CarnacScene, State, Text } from '../src/messages';
import { texts } from '../src/texts.svelte';
import { move, scene, state } from './state';

beforeAll(() => {
  texts.entries = english as unknown as Record<string, Text>;
});

describe('advice in Carnac', () => {
  const waiting: CarnacScene = {
    ...scene,
    stones: [{ squares: ['c4'], top: 'red', axis: 'white' }],
    pending: 'c4',
  };

  test('to place is a sentence and a standing ghost', () => {
    expect(carnacWords.moveExplained('a3wr', scene)).toBe('Place on a3, white on top, red east and west');
    expect(advised('a3wr', scene)?.stone).toEqual({ squares: ['a3'], top: 'white', axis: 'red' });
  });

  test('to tilt says the direction and what shows, and the ghost lies there with its red end far away', () => {
    expect(carnacWords.moveExplained('W', waiting)).toBe('Tilt west: white on top');
    expect(advised('W', waiting)?.stone).toEqual({ squares: ['a4', 'b4'], top: 'white', axis: null });
    expect(carnacWords.moveExplained('N', waiting)).toBe('Tilt north: red on top');
  });

  test('to leave it standing or to swap has no ghost', () => {
    expect(carnacWords.moveExplained('-', waiting)).toBe('Leave it standing');
    expect(carnacWords.moveExplained('swap', waiting)).toBe('Swap colours');
    expect(advised('-', waiting)).toBeNull();
    expect(advised('swap', waiting)).toBeNull();
  });
});

describe('advice in Caminos', () => {
  const built: CaminosScene = {
    game: 'caminos',
    ply: 1,
    pieces: [],
    heights: { g2: 1 },
    tops: { g2: 'green' },
    path: {},
    supply: [],
    points: {},
    last: [],
  };

  test('names the piece, how it stands and how many cubes come where', () => {
    expect(caminosWords.moveExplained('S:g1*2,g2*2')).toBe(
      'Place S upright on g1 (2 cubes) and g2 (2 cubes)',
    );
    expect(caminosWords.moveExplained('L:a1,b1,c1,c2')).toBe('Place L flat on a1, b1, c1 and c2');
    expect(caminosWords.moveExplained('swap')).toBe('Swap colours');
  });

  test('draws the piece on top of what lies there, in the colour of the player who places', () => {
    const now = { ...state, turn: { ...state.turn, colour: 'green', phase: 'place', seat: 1 } } as State;
    const ghost = caminos.advised('S:g1*2,g2*2', built, { ...now, moves: [move('x', 1)] });
    expect(ghost?.piece).toEqual({
      colour: 'green',
      mate: false,
      cubes: [
        [6, 0, 0],
        [6, 0, 1],
        [6, 1, 1],
        [6, 1, 2],
      ],
    });
    expect(caminos.advised('swap', built, now)).toBeNull();
  });
});

describe('tips in Caminos', () => {
  const placing = { ...state, may: { ...state.may, move: true } };
  const seen = (heights: Record<string, number>, pieces: number): State => ({
    ...placing,
    turn: { ...state.turn, phase: 'place' } as State['turn'],
    scene: { game: 'caminos', heights, pieces: Array(pieces).fill(null) } as unknown as State['scene'],
  });

  test('come one after the other, each at its moment', () => {
    expect(tipFor(seen({}, 0), null, [])).toBe('piece');
    expect(tipFor(seen({}, 0), null, ['piece'])).toBe('crossing');
    expect(tipFor(seen({}, 0), null, ['piece', 'crossing'])).toBeNull();
    expect(tipFor(seen({ a1: 1 }, 2), null, ['piece', 'crossing'])).toBe('covering');
    expect(tipFor(seen({ a1: 2 }, 2), null, ['piece', 'crossing', 'covering'])).toBe('wall');
  });

  test('are for the player who places', () => {
    const watching = seen({}, 0);
    expect(tipFor({ ...watching, may: { ...state.may, move: false } }, null, [])).toBeNull();
  });
});
