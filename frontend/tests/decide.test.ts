import { describe, expect, test } from 'vitest';
import { answerFalls, answerFor, fallsFrom, flipped, stoneProspect, turned } from '../src/decide/carnac';
import {
  gripOf,
  pieceProspect,
  placementText,
  placings,
  settleHand,
  tipHand,
  turnHand,
  wayOf,
} from '../src/decide/caminos';
import type { CaminosLegal, CarnacLegal, Cube } from '../src/messages';

const letters = { red: 'r', white: 'w' };
const hand = { top: 'red', axis: 'white' } as const;

describe('a stone in hand', () => {
  const placing: CarnacLegal = { game: 'carnac', placements: { c4: 'NE', a1: '' }, answers: [], swap: false };

  test('is written as square, top and axis', () => {
    expect(stoneProspect(placing, letters, hand, 'c4')?.text).toBe('c4rw');
    expect(stoneProspect(placing, letters, flipped(hand), 'c4')?.text).toBe('c4ww');
    expect(stoneProspect(placing, letters, turned(hand), 'c4')?.text).toBe('c4rr');
  });

  test('cannot go where the server does not offer a placement', () => {
    expect(stoneProspect(placing, letters, hand, 'd4')).toBeNull();
  });

  test('shows the axis colour when it falls east or west, the other to the north and south', () => {
    expect(fallsFrom('c4', 'NE', hand)).toEqual([
      { direction: 'N', squares: ['c5', 'c6'], colour: 'red' },
      { direction: 'E', squares: ['d4', 'e4'], colour: 'white' },
    ]);
  });
});

describe('an answer', () => {
  const answering: CarnacLegal = {
    game: 'carnac',
    placements: {},
    swap: false,
    answers: [
      { text: 'N', squares: ['b4', 'b3'], colour: 'white' },
      { text: '-', squares: ['b2'], colour: 'red' },
    ],
  };

  test('is chosen by either square of its fall, or by the stone itself', () => {
    expect(stoneProspect(answering, letters, hand, 'b3')?.text).toBe('N');
    expect(stoneProspect(answering, letters, hand, 'b4')?.text).toBe('N');
    expect(stoneProspect(answering, letters, hand, 'b2')?.text).toBe('-');
    expect(stoneProspect(answering, letters, hand, 'c2')).toBeNull();
  });

  test('is drawn from the stone outwards', () => {
    expect(answerFalls(answering.answers, 'b2')).toEqual([
      { direction: 'N', squares: ['b3', 'b4'], colour: 'white' },
    ]);
  });

  test('can be given by its letter, small or capital', () => {
    expect(answerFor(answering, 'n')?.text).toBe('N');
    expect(answerFor(answering, '-')?.text).toBe('-');
    expect(answerFor(answering, 'E')).toBeNull();
  });
});

describe('a piece in hand', () => {
  const flatL: Cube[] = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [2, 1, 0],
  ];
  const turnedL: Cube[] = [
    [0, 2, 0],
    [0, 1, 0],
    [0, 0, 0],
    [1, 0, 0],
  ];
  const standing: Cube[] = [
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
    expect(settleHand(legal, null)).toEqual({ shape: 'L', way: wayOf(flatL) });
    expect(settleHand(legal, { shape: 'T', way: '' })?.shape).toBe('L');
  });

  test('turns by a quarter, only to ways that may be placed', () => {
    const once = turnHand(legal, { shape: 'L', way: wayOf(flatL) });
    expect(once.way).toBe(wayOf(turnedL));
    expect(turnHand(legal, once).way).toBe(wayOf(flatL));
  });

  test('is tipped into the next posture and back', () => {
    const up = tipHand(legal, { shape: 'L', way: wayOf(flatL) });
    expect(up.way).toBe(wayOf(standing));
    expect(tipHand(legal, up).way).toBe(wayOf(flatL));
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

  test('is held in its middle and snaps to a placing that covers the square', () => {
    const look = { colour: 'yellow', shade: 0 } as const;
    const held = { shape: 'L', way: wayOf(flatL) };
    expect(gripOf(flatL)).toEqual([1, 0]);
    expect(placings(legal, held).map((p) => p.grip)).toEqual(['b1', 'c1']);
    expect(pieceProspect(legal, held, look, 'b1')?.text).toBe('L:a1,b1,c1,c2');
    expect(pieceProspect(legal, held, look, 'd2')?.text).toBe('L:b1,c1,d1,d2');
    expect(pieceProspect(legal, held, look, 'h8')).toBeNull();
  });
});
