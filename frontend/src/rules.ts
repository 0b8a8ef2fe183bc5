/** The rules pages: where their pictures are, and keeping them on a device that the app is installed on. */

import { source } from './backend';
import { serverless } from './place';
import { appearance } from './settings.svelte';

/** The pictures are drawn for light ground or dark, and always in the colours that the texts name. */
export const rulesPicture = (path: string): string =>
  `${path}?theme=${appearance.ground === 'light' ? 'light' : 'dark'}`;

/** Fetch the rules of some games: the service worker keeps what it has passed on, so that they open offline. */
export async function keepRules(games: readonly string[], language: string): Promise<void> {
  for (const game of games) {
    const { sections } = await source.fetchRules(game, language);
    const pictures = sections.flatMap(({ picture }) => (picture ? [rulesPicture(picture)] : []));
    if (!serverless) await Promise.all(pictures.map((address) => fetch(address)));
  }
}

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;
