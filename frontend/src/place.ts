/** Where questions are answered: by the server, or on this device. */

import { recall } from './storage';

/** What answers on the device. */
export interface Device {
  /** As the browser's own `fetch`. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** As a new WebSocket. */
  open(path: string): Wire;
  /** It cannot go on; another one can. */
  readonly lost: Promise<void>;
}

/** What is used of a WebSocket. */
export interface Wire extends EventTarget {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

/** Under this key the browser remembers which version of the folder was made available offline. */
export const KEPT = 'stonefield.pocket';
/** Games whose ids begin so are on the device. */
const OWN = /^\/api\/games\/here-/;
/** What the device answers as well as a server. */
const SHARED =
  /^\/api\/(?:(?:games|imports|positions|lines|moments|picture\.svg)(?:\?|$)|(?:catalogue|locales|rules|showcase|lessons|puzzles)\b)/;

/** A page that consists of files alone: there is no server. */
export const serverless =
  document.querySelector<HTMLMetaElement>('meta[name=stonefield-place]')?.content === 'device';

/** Whether a game is on the device. */
export const isOwn = (game: string): boolean => game.startsWith('here-');

/** Whether the device is asked, and no server. */
export const onDevice = (path: string): boolean => serverless || OWN.test(path);

/** Whether the device can answer while the server is away. */
export const standsIn = (path: string): boolean => SHARED.test(path) && recall(KEPT) !== null;

/** Next to the folder of the scripts, on a server as on a site of plain files. */
const SCRIPT = import.meta.url;
export const FOLDER = new URL('../pocket/', SCRIPT).href;

let opened: Promise<Device> | null = null;

export const device = (): Promise<Device> => (opened ??= open());

async function open(): Promise<Device> {
  const forget = (): void => void (opened = null);
  try {
    const { openDevice } = await import('./local');
    const found = await openDevice(FOLDER, recall(KEPT));
    void found.lost.then(forget);
    return found;
  } catch (error) {
    forget();
    console.warn('nothing answers on this device:', error);
    throw error;
  }
}

/** What a site of plain files has ready, so that it opens before Python is there. */
const READY = /^\/api\/(catalogue|(?:locales|rules|showcase)\/\w+(?:\?\w+=\w+)?)$/;

/** What the device answers. */
export async function answerHere(path: string, init: RequestInit): Promise<Response> {
  const ready = serverless && READY.exec(path)?.[1];
  if (ready) {
    const file = `answers/${ready.replace(/\W/g, '-')}.json`;
    return fetch(new URL(file, document.baseURI));
  }
  return (await device()).fetch(path, init);
}

/** From where the browser itself loads something: what the device draws or writes comes as a whole. */
export const loadable = (path: string): string | Promise<string> => (onDevice(path) ? whole(path) : path);

async function whole(path: string): Promise<string> {
  const answer = await (await device()).fetch(path, {});
  return `data:${answer.headers.get('Content-Type')},${encodeURIComponent(await answer.text())}`;
}
