import { describe, expect, test } from 'vitest';
import {
  gripOf,
  pieceProspect,
  placementText,
  placings,
  settle,
  tipped,
  turned,
  wayOf,
} from '../src/games/caminos/decide';
import { PieceHand } from '../src/games/caminos/hand.svelte';
import { cubeFaces } from '../src/games/caminos/isometric';
import { heightsOf, type Cube } from '../src/games/caminos/things';
import type { CaminosLegal, CaminosScene } from '../src/messages';

describe('a piece in hand', () => {
  const flatL: [number, number, number][] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [2, 1, 0],
  ];
  const turnedL: [number, number, number][] = [
    [0, 2, 0],
    [0, 1, 0],
    [0, 0, 0],
    [1, 0, 0],
  ];
  const standing: [number, number, number][] = [
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 2],
    [1, 0, 0],
  ];
  const legal: CaminosLegal = {
    game: 'caminos',
    swap: false,
    shapes: {
      L: [
        { cubes: standing, at: 'a1' },
        { cubes: flatL, at: 'a1 b1' },
        { cubes: turnedL, at: 'c3' },
      ],
      T: [],
    },
  };

  test('begins with the lowest way that may be placed', () => {
    expect(settle(legal, null)).toEqual({ shape: 'L', way: wayOf(flatL) });
    expect(settle(legal, { shape: 'T', way: '' })?.shape).toBe('L');
  });

  test('turns by a quarter, only to ways that may be placed', () => {
    const once = turned(legal, { shape: 'L', way: wayOf(flatL) });
    expect(once.way).toBe(wayOf(turnedL));
    expect(turned(legal, once).way).toBe(wayOf(flatL));
  });

  test('is tipped into the next posture and back', () => {
    const up = tipped(legal, { shape: 'L', way: wayOf(flatL) });
    expect(up.way).toBe(wayOf(standing));
    expect(tipped(legal, up).way).toBe(wayOf(flatL));
  });

  test('is written with its columns in order of file then rank', () => {
    expect(placementText('L', standing)).toBe('L:a1*3,b1');
    expect(
      placementText('L', [
        [2, 1, 0],
        [1, 0, 0],
        [2, 0, 0],
        [0, 0, 0],
      ]),
    ).toBe('L:a1,b1,c1,c2');
  });

  test('is held in its middle and snaps to a placing that covers the square, or else to the nearest', () => {
    const look = { colour: 'yellow', mate: false } as const;
    const held = { shape: 'L', way: wayOf(flatL) };
    expect(gripOf(flatL)).toEqual([1, 0]);
    expect(placings(legal, held).map((p) => p.grip)).toEqual(['b1', 'c1']);
    expect(pieceProspect(legal, held, look, 'b1')?.text).toBe('L:a1,b1,c1,c2');
    expect(pieceProspect(legal, held, look, 'd2')?.text).toBe('L:b1,c1,d1,d2');
    expect(pieceProspect(legal, held, look, 'a3')?.text).toBe('L:a1,b1,c1,c2');
    expect(pieceProspect(legal, held, look, 'e3')?.text).toBe('L:b1,c1,d1,d2');
    expect(pieceProspect(legal, held, look, 'h8')).toBeNull();
  });
});

test('a piece in hand shows three faces of each cube, turned with the board', () => {
  const cubes = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
  ] as const;
  expect(cubeFaces(cubes, 0)).toHaveLength(9);
  expect(cubeFaces(cubes, 1)).not.toEqual(cubeFaces(cubes, 0));
  expect(cubeFaces([], 0)).toEqual([]);
});

test('a column is as high as its highest cube', () => {
  const cubes: Cube[] = [
    [0, 0, 0],
    [0, 0, 1],
    [1, 0, 0],
  ];
  expect(heightsOf([{ colour: 'green', mate: false, cubes }])).toEqual(
    new Map([
      ['a1', 2],
      ['b1', 1],
    ]),
  );
});

test('a key keeps its shape when others have run out, and a neutral piece has none', () => {
  const way = { cubes: [[0, 0, 0]] as [number, number, number][], at: 'a1' };
  const scene = {
    pieces: [{ shape: 'I', colour: 'neutral', seat: -1, cubes: [] }],
    supply: [{ L: 0, T: 2, S: 1, O: 0, I: 0 }],
  } as unknown as CaminosScene;
  const hand = new PieceHand({
    state: { letters: {}, moves: [], turn: { seat: 0, colour: 'yellow', phase: 'place' } },
    scene,
    legal: { game: 'caminos', swap: false, shapes: { T: [way], S: [way] } },
    propose: () => undefined,
  });
  expect(hand.shapes).toEqual(['L', 'T', 'S', 'O']);
  expect([hand.key('3'), hand.held?.shape]).toEqual([true, 'S']);
  hand.key('2');
  expect(hand.held?.shape).toBe('T');
  // There is no L left: the key does nothing else instead.
  hand.key('1');
  expect(hand.held?.shape).toBe('T');
});
