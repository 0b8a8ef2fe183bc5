/** Whether this device may think for the server: as it was chosen, else where that does not burden it. */

import { settings } from '../settings.svelte';

/** A module with one function that adds vectors of numbers. */
const VECTORS = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
]);
/** With fewer the board would have to wait for the engine. */
const LEAST_CORES = 4;

/** Whether the device has processors to spare, and the browser what the engine needs. */
export function isAble(): boolean {
  const { hardwareConcurrency, connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  return canThink() && (hardwareConcurrency ?? 0) >= LEAST_CORES && !connection?.saveData;
}

/** Whether the engine runs in this browser at all. */
export const canThink = (): boolean =>
  typeof WebAssembly === 'object' && typeof Worker === 'function' && WebAssembly.validate(VECTORS);

export const thinksHere = (): boolean => settings.thinkHere ?? isAble();
