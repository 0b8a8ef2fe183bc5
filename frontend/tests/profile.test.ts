import { beforeEach, describe, expect, test } from 'vitest';
import { couldBeRated, hindranceOf } from '../src/rated/hindrance';
import { newForm } from '../src/setup/form';
import { ANY, levelOf, ratingCurve, signed, wantedOf } from '../src/people/profile';
import { ratingAt } from '../src/rated/levels';
import type { GameView } from '../src/messages';

describe('the graph of a rating', () => {
  const points = [
    { rating: 1500, deviation: 300 },
    { rating: 1700, deviation: 200 },
    { rating: 1600, deviation: 150 },
  ];

  test('is a line over the games from left to right, higher where the rating is higher', () => {
    const { line, low, high } = ratingCurve(points);
    const places = line
      .slice(1)
      .split('L')
      .map((place) => place.split(' ').map(Number) as [number, number]);
    expect(places.map(([x]) => x)).toEqual([0, 0.5, 1]);
    const [first, second, third] = places.map(([, y]) => y) as [number, number, number];
    expect(second).toBeLessThan(third);
    expect(third).toBeLessThan(first);
    expect([low, high]).toEqual([1500, 1700]);
  });

  test('has round numbers at its side, few of them, and all within it', () => {
    for (const rating of [100, 812, 1500, 3999]) {
      for (const wide of [0, 90, 700, 3000]) {
        const { rungs } = ratingCurve([
          { rating, deviation: 60 },
          { rating: rating + wide, deviation: 60 },
        ]);
        expect(rungs.length).toBeGreaterThanOrEqual(2);
        expect(rungs.length).toBeLessThanOrEqual(6);
        for (const [number, y] of rungs) {
          expect(number % 50).toBe(0);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  test('stays within its frame, however uncertain the rating was', () => {
    const { band } = ratingCurve(points);
    for (const y of band
      .slice(1, -1)
      .split('L')
      .map((place) => Number(place.split(' ')[1]))) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
  });
});

describe('a search', () => {
  test('asks for nothing that was not wished for', () => {
    expect(Object.values(wantedOf(ANY)).every((value) => value === '')).toBe(true);
  });

  test('takes whole days, the last one as well', () => {
    const { since, until } = wantedOf({ ...ANY, since: '2026-11-01', until: '2026-11-01' });
    expect(Number(since)).toBe(new Date(2026, 10, 1).getTime());
    expect(Number(until)).toBe(new Date(2026, 10, 2).getTime());
  });
});

test('a group of the statistics is a level or a person', () => {
  expect(levelOf({ name: 'level 4.5' })).toBe(4.5);
  expect(levelOf({ name: 'level4' })).toBe(null);
  expect(levelOf({ name: 'Ann' })).toBe(null);
});

test('a change has its sign', () => {
  expect([5, 0, -12].map(signed)).toEqual(['+5', '0', '−12']);
});

test('a level between two is rated between them', () => {
  const ratings = [800, 1200, 1500];
  expect([1, 1.5, 2, 3].map((level) => ratingAt(ratings, level))).toEqual([800, 1000, 1200, 1500]);
  expect(ratingAt([], 3)).toBe(null);
});

describe('a rated game', () => {
  const game = {
    name: 'carnac',
    colours: ['red', 'white'],
    first_board: 'medium',
    newcomer: 3,
    rated_levels: [800, 1200, 1500],
    seats: [2],
    options: [
      { name: 'board', kind: 'text', default: 'medium', choices: [], closed: false, low: 0, high: 0 },
      { name: 'swap', kind: 'bool', default: false, choices: [], closed: false, low: 0, high: 0 },
      { name: 'final_tilt', kind: 'bool', default: false, choices: [], closed: false, low: 0, high: 0 },
    ],
  } as unknown as GameView;
  let form = newForm(game, 'friend', '');
  beforeEach(() => {
    form = { ...newForm(game, 'friend', ''), clock: '10+10' };
  });

  test('can be had with a clock on a usual board, also with swap', () => {
    expect(hindranceOf(form, game, false)).toBe(null);
    form.switches['swap'] = true;
    expect(hindranceOf(form, game, false)).toBe(null);
  });

  test.each([
    ['guest', {}, true],
    ['players', { players: 4 as const }, false],
    ['board', { board: 'other' }, false],
    ['options', { switches: { final_tilt: true } }, false],
    ['clock', { clock: 'none' }, false],
    ['coach', { way: 'engine' as const, coach: 'blunders' as const }, false],
  ])('cannot be had: %s', (hindrance, change, guest) => {
    expect(hindranceOf({ ...form, ...change }, game, guest)).toBe(hindrance);
  });

  test('is not offered at one screen, nor against levels that were never measured', () => {
    expect(couldBeRated({ ...form, way: 'screen' }, game)).toBe(false);
    expect(couldBeRated({ ...form, way: 'engine' }, game)).toBe(true);
    expect(couldBeRated({ ...form, way: 'engine' }, { ...game, rated_levels: [] })).toBe(false);
  });
});
