/** Telling a player who looks elsewhere that it is their turn: the icon of the page, and a notification if they like. */

import type { State } from '../messages';
import { settings } from '../settings.svelte';
import { t } from '../texts.svelte';
import { gameName } from '../words';

/** The icon of the page while it waits for the viewer: one golden dot. */
const WAITING_ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#26443a"/>' +
      '<circle cx="32" cy="32" r="20" fill="#ffcf4d"/></svg>',
  );
const ICON = '/icon.svg';

/** Whether the viewer has to decide, and sits alone at this screen. */
export const isYourTurn = (state: State): boolean => state.may.move && state.you.seats.length === 1;

export function showIcon(waiting: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', waiting ? WAITING_ICON : ICON);
}

/** Tell it outside the page, where that is wished for and the page is not looked at. */
export function notify(state: State): void {
  if (!settings.notify || !document.hidden || Notification.permission !== 'granted') return;
  const words = { body: gameName(state.rules), tag: state.game, icon: ICON };
  try {
    const note = new Notification(t('turn.yours'), words);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Where only the service worker may notify.
    void navigator.serviceWorker.ready.then((worker) => worker.showNotification(t('turn.yours'), words));
  }
}

/** Ask the browser whether notifications may be shown. */
export const mayNotify = async (): Promise<boolean> =>
  'Notification' in window && (await Notification.requestPermission()) === 'granted';
