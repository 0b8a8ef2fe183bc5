/** Days, moments and long times in words. */

import { clockFace } from './gamestate';
import { t, texts } from './texts.svelte';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A day as people of this language write it. */
export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium' }).format(at);

/** A day and a time. */
export const momentOf = (at: number): string =>
  new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** Time that is left: days and hours, as long as there are days. */
export const timeFace = (ms: number): string =>
  ms < DAY_MS
    ? clockFace(ms)
    : t('clock.days', { days: Math.floor(ms / DAY_MS), hours: Math.floor(ms / HOUR_MS) % 24 });
