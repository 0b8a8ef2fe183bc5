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
/** Games, studies and storms whose ids begin so are on the device. */
const OWN = /^\/api\/(?:games|studies|puzzles\/storm)\/here-/;
/** What stands in for a server knows none of its tokens: anyone who asks with this one is the learner of the device. */
export const STANDING_IN = 'here';
/** Under this key the browser remembers that the device has stood in for the server: something may wait for it. */
export const STOOD_IN = 'stonefield.stoodin';
/** A page that consists of files alone: there is no server. What is no page (a worker, a test) has one. */
export const serverless =
  globalThis.document?.querySelector?.<HTMLMetaElement>('meta[name=stonefield-place]')?.content === 'device';

/** Whether a game or a study is on the device. */
export const isOwn = (id: string): boolean => id.startsWith('here-');

/** Whether the device is asked, and no server. */
export const onDevice = (path: string): boolean => serverless || OWN.test(path);

/** Loaded with the first question that the device answers. */
const local = () => import('./local');

/** Whether the device can answer while the server is away. */
export const standsIn = async (path: string, method = 'GET'): Promise<boolean> =>
  recall(KEPT) !== null &&
  local().then(
    (here) => here.isShared(path, method),
    () => false,
  );

export const device = async (): Promise<Device> => (await local()).device();

/** What the device answers. */
export const answerHere = async (path: string, init: RequestInit): Promise<Response> =>
  (await local()).answer(path, init);

/** From where the browser itself loads something: what the device draws or writes comes as a whole. */
export const loadable = (path: string): string | Promise<string> =>
  onDevice(path) ? local().then((here) => here.whole(path)) : path;
