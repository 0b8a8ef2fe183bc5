/** What the stones look like: the colours and signs of each theme, for both views. */

import type { StoneTheme } from './choices';
import type { SignName } from './symbols';

export type StoneColour = 'red' | 'white';
export const otherStone = (colour: StoneColour): StoneColour => (colour === 'red' ? 'white' : 'red');

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
