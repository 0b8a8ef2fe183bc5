/** Lets Python do one thing after the other, with its rows read before and written after. */

import type { Answer, Doing, Done } from './messages';
import type { Rows, Store } from './rows';

/** `Pocket.do` in Python: a text in, a text out. */
export type Do = (text: string) => string;

export interface Outside {
  /** What follows from something done, once it is kept. */
  readonly done: (done: Done) => void;
  /** Rows were written that other tabs may have read. */
  readonly wrote: (keys: readonly string[]) => void;
  readonly now: () => number;
}

/** What could not be kept did not happen. */
export class NotKept extends Error {}

/** Timers cannot wait longer than this. */
const LONGEST = 2 ** 31 - 1;

export class Doer {
  readonly #do: Do;
  readonly #store: Store;
  readonly #outside: Outside;
  /** The keys that Python has read: what others write there concerns it. */
  readonly #known = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  /** What is done again once a question of this number is answered. */
  readonly #awaited = new Map<number, (() => void)[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pocket: Do, store: Store, outside: Outside) {
    this.#do = pocket;
    this.#store = store;
    this.#outside = outside;
  }

  /** Do something after all that was asked for before; what is answered to it. */
  async do(doing: Doing): Promise<Answer | null> {
    for (;;) {
      const doneNow = this.#last.then(() => this.#carryOut(doing));
      this.#last = doneNow.catch(() => undefined);
      const { answer, awaits } = await doneNow;
      if (awaits === null) return answer;
      await new Promise<void>((resume) => {
        this.#awaited.set(awaits, [...(this.#awaited.get(awaits) ?? []), resume]);
      });
    }
  }

  /** What waits for the answer to a question is done again. */
  #resume(question: number): void {
    for (const resume of this.#awaited.get(question) ?? []) resume();
    this.#awaited.delete(question);
  }

  /** Another tab has written rows. */
  written(keys: readonly string[]): void {
    const concern = keys.filter((key) => this.#known.has(key));
    if (!concern.length) return;
    this.#last = this.#last
      .then(async () => this.#take(await this.#store.read(concern)))
      .catch(() => undefined);
  }

  async #carryOut(doing: Doing): Promise<Done> {
    for (;;) {
      const done = JSON.parse(this.#do(JSON.stringify({ ...doing, now: this.#outside.now() }))) as Done;
      if (done.needs.length) {
        for (const key of done.needs) this.#known.add(key);
        await this.#take(await this.#store.read(done.needs));
        continue;
      }
      const newer = await this.#write(done);
      if (newer) {
        await this.#take(newer);
        continue;
      }
      this.#wakeAt(done.wake);
      this.#outside.done(done);
      if (doing.do === 'thought') this.#resume(doing.question);
      return done;
    }
  }

  /** The rows as they are, if another tab was faster. */
  async #write({ writes }: Done): Promise<Rows | null> {
    const keys = writes.map(({ key }) => key);
    if (!keys.length) return null;
    for (const key of keys) this.#known.add(key);
    let newer: Rows | null;
    try {
      newer = await this.#store.write(writes);
    } catch (error) {
      // What Python believes by now is not so.
      await this.#take(await this.#store.read(keys)).catch(() => undefined);
      throw new NotKept(String(error));
    }
    if (!newer) this.#outside.wrote(keys);
    return newer;
  }

  async #take(rows: Rows): Promise<void> {
    await this.#carryOut({ do: 'rows', rows });
  }

  #wakeAt(wake: number | null): void {
    clearTimeout(this.#timer);
    if (wake === null) return;
    const wait = Math.min(LONGEST, Math.max(0, wake - this.#outside.now()));
    this.#timer = setTimeout(() => void this.do({ do: 'wake' }).catch(() => undefined), wait);
  }
}
