/** The rules pages: where their pictures are, and keeping them on a device that the app is installed on. */

import { fetchRules } from './api';
import { appearance, settings } from './settings.svelte';

/** The pictures are drawn for light ground or dark, and with the stones that were chosen. */
export const rulesPicture = (path: string): string =>
  `${path}?theme=${appearance.ground === 'light' ? 'light' : 'dark'}&stones=${settings.stones}`;

/** Fetch the rules of some games: the service worker keeps what it has passed on, so that they open offline. */
export async function keepRules(games: readonly string[], language: string): Promise<void> {
  for (const game of games) {
    const { sections } = await fetchRules(game, language);
    const pictures = sections.flatMap(({ picture }) => (picture ? [rulesPicture(picture)] : []));
    await Promise.all(pictures.map((address) => fetch(address)));
  }
}

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;
