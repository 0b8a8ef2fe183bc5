/** What the pieces look like: the colours and signs of each theme, for both views. */

import type { SignName } from './symbols';

export type StoneColour = 'red' | 'white';
export const otherStone = (colour: StoneColour): StoneColour => (colour === 'red' ? 'white' : 'red');
export type CubeColour = 'yellow' | 'green' | 'neutral';
export type Colour = StoneColour | CubeColour;
export type StoneTheme = 'red-white' | 'black-red';

export interface StonePalette {
  /** Granite, as red, green and blue of a middling grain. */
  readonly granite: readonly [number, number, number];
  readonly groove: string;
  readonly paint: Readonly<Record<StoneColour, string>>;
  /** The outline of a dolmen: brighter than the sign, to be seen on wood and on stone. */
  readonly outline: Readonly<Record<StoneColour, string>>;
}

export const SIGN_OF: Readonly<Record<StoneColour, SignName>> = { red: 'knot', white: 'spiral' };

export const STONE_PALETTES: Readonly<Record<StoneTheme, StonePalette>> = {
  'red-white': {
    granite: [70, 67, 66],
    groove: '#121113',
    paint: { red: '#e5472f', white: '#f3ecdd' },
    outline: { red: '#ff7f61', white: '#fff1c4' },
  },
  'black-red': {
    granite: [172, 167, 158],
    groove: '#6d675f',
    paint: { red: '#c22a1c', white: '#17161a' },
    outline: { red: '#e8452f', white: '#0d0d10' },
  },
};

/** Cubes by colour; where four play, the second of two team-mates has the deeper shade. */
export const CUBE_PAINT: Readonly<Record<CubeColour, readonly [first: string, second: string]>> = {
  yellow: ['#eab940', '#d28b2b'],
  green: ['#57a05f', '#2f7b6d'],
  neutral: ['#5583b8', '#5583b8'],
};
export const CUBE_SIGN: Readonly<Record<CubeColour, string>> = {
  yellow: '#7a5210',
  green: '#123f22',
  neutral: '#152f52',
};
