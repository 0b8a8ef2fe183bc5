/** The files that are kept on the device: the page, Python, our sources and the engine, in a cache for each version. */

import { serverless } from '../place';

export interface ListedFile {
  readonly name: string;
  readonly size: number;
  /** SHA-256, where the name does not follow from the content. */
  readonly hash?: string;
}

/** A file by the address under which it is asked for. */
export interface WantedFile {
  readonly address: string;
  readonly size: number;
  readonly hash: string | null;
}

/** All that belongs together. */
export interface Edition {
  /** The name of its cache. */
  readonly name: string;
  /** Of the folder for browsers. */
  readonly version: string;
  readonly size: number;
  readonly files: readonly WantedFile[];
}

interface PageList {
  readonly version: string;
  readonly files: readonly ListedFile[];
}
interface PocketList extends PageList {
  readonly size: number;
}

export const CACHES = 'offline-';
/** Is in the cache once everything is. */
export const COMPLETE = '/offline-complete';
const POCKET = '/pocket/';
const AGAIN_MS = 2_000;

/** Why it cannot be kept, as the texts name it. */
export class NotKept extends Error {
  constructor(readonly code: 'full' | 'broken') {
    super(code);
  }
}

/** The server said why it has nothing to keep. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** Outside https a browser keeps no pages. */
export const isAble = (): boolean => !serverless && 'caches' in globalThis && 'serviceWorker' in navigator;

async function listFrom(address: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, { signal, cache: 'no-cache' });
  if (answer.ok) return answer;
  const { code = 'away', detail = '' } = (await answer.json().catch(() => ({}))) as Partial<
    Record<'code' | 'detail', string>
  >;
  throw new Refused(code, detail);
}

/** What the server has now. It may have to make it first, which takes a while. */
export async function currentEdition(signal: AbortSignal): Promise<Edition> {
  const page = (await (await listFrom('/page.json', signal)).json()) as PageList;
  let answer = await listFrom(`${POCKET}pocket.json`, signal);
  while (answer.status === 202) {
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
    answer = await listFrom(`${POCKET}pocket.json`, signal);
  }
  const pocket = (await answer.json()) as PocketList;
  const folder = `${POCKET}${pocket.version}/`;
  const files = [
    ...page.files.map(({ name, size }) => ({ address: name, size, hash: null })),
    ...pocket.files.map(({ name, size, hash = null }) => ({ address: folder + name, size, hash })),
  ];
  return {
    name: `${CACHES}${page.version}-${pocket.version}`,
    version: pocket.version,
    size: files.reduce((sum, { size }) => sum + size, 0),
    files,
  };
}

/** The edition that is wholly on the device; null if there is none. */
export async function keptEdition(): Promise<Edition | null> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES)) continue;
    const complete = await (await caches.open(name)).match(COMPLETE);
    if (complete) return (await complete.json()) as Edition;
  }
  return null;
}

/** Delete the caches of all editions but one. */
export async function forgetEditions(but: string | null = null): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== but);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Bring a file into the cache; `came` is told how many bytes have come. */
export async function keepFile(
  cache: Cache,
  file: WantedFile,
  before: Edition | null,
  came: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (await cache.match(file.address)) {
    came(file.size);
    return;
  }
  // What has not changed is not sent again.
  const same = file.hash && before?.files.find(({ hash }) => hash === file.hash);
  const here = same && (await caches.match(same.address));
  if (here) {
    await put(cache, file.address, here);
    came(file.size);
    return;
  }
  const answer = await fetch(file.address, { signal });
  if (!answer.ok || !answer.body) throw new NotKept('broken');
  const content = await read(answer.body, came);
  if (file.hash !== null && (await hashOf(content)) !== file.hash) throw new NotKept('broken');
  const headers = new Headers(answer.headers);
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  headers.delete('Vary');
  await put(cache, file.address, new Response(content, { headers }));
}

/** Until the service worker serves; NotKept where it could not be installed, as then it never would. */
export async function serving(): Promise<void> {
  const { active, waiting, installing } = await navigator.serviceWorker.register('/sw.js');
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise<void>((done, fail) => {
    const look = (): void => {
      if (worker.state === 'activated') done();
      else if (worker.state === 'redundant') fail(new NotKept('broken'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

export async function put(cache: Cache, address: string, answer: Response): Promise<void> {
  try {
    await cache.put(address, answer);
  } catch {
    throw new NotKept('full');
  }
}

async function read(body: ReadableStream<Uint8Array>, came: (bytes: number) => void): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    came(value.length);
  }
  return new Blob(parts as BlobPart[]).arrayBuffer();
}

async function hashOf(content: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
