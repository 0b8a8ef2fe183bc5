/** The shapes of Caminos lying flat, as outlines in a box of 3 × 2, for buttons and counts. */

export const OUTLINE: Readonly<Record<string, string>> = {
  L: 'M0 1h2V0h1v2H0z',
  T: 'M1 0h1v1h1v1H0V1h1z',
  S: 'M0 1h1V0h2v1H2v1H0z',
  O: 'M.5 0h2v2h-2z',
  I: 'M0 .5h3v1H0z',
};
