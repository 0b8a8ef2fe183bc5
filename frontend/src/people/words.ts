/** Days and devices in words. */

export { dayOf, momentOf } from '../days';

const SYSTEMS: readonly [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** What a new passkey is called until its owner calls it otherwise: the system that it is made on. */
export const deviceName = (agent: string = navigator.userAgent): string =>
  SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0] ?? '';
