/** Push messages in this browser: asking for them, only when the person has clicked, and giving them up. */

import type { NewDevice } from '../messages';
import { Problem } from '../source';

/** What keeps push messages out here; null: nothing. */
export function pushHindrance(): 'unknown' | 'denied' | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unknown';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Let this browser subscribe with the site's key; the browser asks the person. */
export async function subscribe(key: string): Promise<NewDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Problem('push_denied', '');
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    if (!worker) throw new Error('no service worker');
    // It may be for another key, or for another account.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return made.toJSON() as NewDevice;
  } catch {
    throw new Problem('push_failed', '');
  }
}

/** Give up what this browser has subscribed to. */
export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
