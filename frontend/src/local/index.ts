/** The device, opened with the first question, and what is known of its answers before. */

import { reached } from '../memory/learner';
import { KEPT, serverless, type Device } from '../place';
import { recall } from '../storage';
import { openDevice } from './device';
import { FOLDER } from './folder';

/** What it answers as well as a server. */
const SHARED =
  /^\/api\/(?:(?:games|imports|positions|lines|moments|studies(?:\/import)?|picture\.svg)(?:\?|$)|(?:catalogue|locales|rules|showcase|lessons|puzzles)\b)/;
/** What has been reached; a learner of the server is made and forgotten there. */
const OF_LEARNER = /^\/api\/learners\//;
export const isShared = (path: string, method: string): boolean =>
  SHARED.test(path) || (method === 'GET' && OF_LEARNER.test(path));

let opened: Promise<Device> | null = null;

export const device = (): Promise<Device> => (opened ??= open());

async function open(): Promise<Device> {
  const forget = (): void => void (opened = null);
  try {
    const found = await openDevice(FOLDER, recall(KEPT));
    void found.lost.then(forget);
    if (!serverless) await adopt(found);
    return found;
  } catch (error) {
    forget();
    console.warn('nothing answers on this device:', error);
    throw error;
  }
}

/** The device continues from what the server has shown of its learner. */
async function adopt(here: Device): Promise<void> {
  const view = reached();
  if (view) await here.fetch('/api/learners/own', { method: 'PUT', body: JSON.stringify(view) });
}

/** What a site of plain files has ready, so that it opens before Python is there. */
const READY = /^\/api\/(catalogue|(?:locales|rules|showcase)\/\w+(?:\?\w+=\w+)?)$/;

export async function answer(path: string, init: RequestInit): Promise<Response> {
  const ready = serverless && READY.exec(path)?.[1];
  if (ready) {
    const file = `answers/${ready.replace(/\W/g, '-')}.json`;
    return fetch(new URL(file, document.baseURI));
  }
  return (await device()).fetch(path, init);
}

/** What it draws or writes, as an address. */
export async function whole(path: string): Promise<string> {
  const drawn = await (await device()).fetch(path, {});
  return `data:${drawn.headers.get('Content-Type')},${encodeURIComponent(await drawn.text())}`;
}
