/** The texts that the browser keeps for the device, in IndexedDB: all that is played here and not on a server. */

import type { Row, Write } from './messages';

const DATABASE = 'stonefield';
const STORE = 'rows';

export type Rows = Readonly<Record<string, Row | null>>;

/** Where rows are kept. */
export interface Store {
  read(keys: readonly string[]): Promise<Rows>;
  /** Write all or nothing. Where a row has another edition by now, another tab was faster: all of them as they are. */
  write(writes: readonly Write[]): Promise<Rows | null>;
}

export async function openStore(): Promise<Store> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await settled(request);
  // A newer version of the page may change how things are kept.
  database.onversionchange = () => database.close();

  const read = async (keys: readonly string[], from: IDBObjectStore): Promise<Rows> => {
    const found = await Promise.all(keys.map((key) => settled(from.get(key) as IDBRequest<Row | undefined>)));
    return Object.fromEntries(keys.map((key, number) => [key, found[number] ?? null]));
  };
  return {
    read: (keys) => read(keys, database.transaction(STORE).objectStore(STORE)),
    async write(writes) {
      if (!writes.length) return null;
      // Whoever is acknowledged must not be forgotten when the machine goes down.
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(STORE);
      const written = finished(transaction);
      const there = await read(
        writes.map(({ key }) => key),
        store,
      );
      if (isOvertaken(writes, there)) {
        await written;
        return there;
      }
      for (const { key, text, edition } of writes) {
        if (text === null) store.delete(key);
        else store.put({ text, edition } satisfies Row, key);
      }
      await written;
      return null;
    },
  };
}

/** Whether a row was written by another since it was read. */
export const isOvertaken = (writes: readonly Write[], there: Rows): boolean =>
  writes.some(({ key, after }) => (there[key]?.edition ?? 0) !== after);

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((settle, refuse) => {
    request.onsuccess = () => settle(request.result);
    request.onerror = () => refuse(request.error ?? new Error('the browser keeps nothing'));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((settle, refuse) => {
    transaction.oncomplete = () => settle();
    transaction.onabort = () => refuse(transaction.error ?? new Error('the browser did not write'));
  });
