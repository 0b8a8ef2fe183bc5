/** Colours by the names the server gives them; each game's `colours.css` says what they look like in each use. */

export type Use = 'piece' | 'side' | 'token' | 'on-token' | 'chance' | 'on-chance' | 'cube' | 'on-cube';

/** A colour as CSS; for one that no game has described, the browser's own idea of its name, or `otherwise`. */
export function paint(use: Use, colour: string, mate = false, otherwise = colour): string {
  const found = `var(--${use}-${colour}, ${otherwise})`;
  return mate ? `var(--${use}-${colour}-mate, ${found})` : found;
}

/** The same as a plain colour, for what is not drawn by CSS. */
export const resolved = (use: Use, colour: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${use}-${colour}`).trim() || colour;
