/** Making everything available offline, and taking it away again. */

import { catalogue } from '../catalogue.svelte';
import type { RulesPage } from '../messages';
import { KEPT } from '../place';
import { forget, keep } from '../storage';
import { t, texts } from '../texts.svelte';
import {
  COMPLETE,
  currentEdition,
  forgetEditions,
  isAble,
  keepFile,
  keptEdition,
  NotKept,
  put,
  Refused,
  serving,
  type Edition,
} from './files';

/** How many files come at the same time. */
const AT_ONCE = 4;
/** Only one tab does it. */
const LOCK = 'stonefield.offline';
/** The pictures in the rules. */
const THEMES = ['light', 'dark'] as const;
/** The texts that a page asks for, by part. */
const PARTS = ['page', 'reasons', 'people', 'offline'] as const;

class Keeping {
  status: 'unknown' | 'unable' | 'none' | 'making' | 'loading' | 'kept' = $state('unknown');
  /** Bytes. */
  done = $state(0);
  total = $state(0);
  /** Why it did not work, as a sentence. */
  problem = $state('');
  private stopping = new AbortController();

  /** Find out what is on the device. */
  async look(): Promise<void> {
    if (this.status !== 'unknown') return;
    if (!isAble()) {
      this.status = 'unable';
      return;
    }
    this.settle(await keptEdition());
  }

  /** Keep what the server has now, in place of what is kept. */
  async keep(): Promise<void> {
    this.problem = '';
    this.done = this.total = 0;
    this.status = 'making';
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    try {
      await navigator.locks.request(LOCK, { signal }, () => this.load(signal));
      this.settle(await keptEdition());
    } catch (error) {
      this.settle(await keptEdition());
      if (!signal.aborted) this.problem = sentenceOf(error);
    }
  }

  /** Bring the kept edition up to date, if the server has another one. */
  async renew(): Promise<void> {
    const before = await keptEdition();
    if (!before) return;
    const { signal } = this.stopping;
    const now = await currentEdition(signal);
    if (now.name !== before.name) await navigator.locks.request(LOCK, { signal }, () => this.load(signal));
  }

  stop(): void {
    this.stopping.abort();
  }

  async remove(): Promise<void> {
    forget(KEPT);
    await forgetEditions();
    this.settle(null);
  }

  private settle(edition: Edition | null): void {
    this.total = edition?.size ?? 0;
    this.status = edition ? 'kept' : 'none';
  }

  private async load(signal: AbortSignal): Promise<void> {
    const edition = await currentEdition(signal);
    const before = await keptEdition();
    // Without this the browser may throw it away when it wants the room. Firefox asks the person, who need not
    // answer, so nothing waits for it.
    navigator.storage.persist?.().catch(() => false);
    this.total = edition.size;
    this.status = 'loading';
    const cache = await caches.open(edition.name);
    const left = [...edition.files];
    const come = async (): Promise<void> => {
      for (let file = left.shift(); file; file = left.shift())
        await keepFile(cache, file, before, (bytes) => (this.done += bytes), signal);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, come));
    await this.keepAnswers(cache, signal);
    await serving();
    await put(cache, COMPLETE, new Response(JSON.stringify(edition)));
    keep(KEPT, edition.version);
    await forgetEditions(edition.name);
  }

  /** What a page asks for before it shows anything: without a network it does not wait for Python. */
  private async keepAnswers(cache: Cache, signal: AbortSignal): Promise<void> {
    const words = PARTS.map((part) => `/api/locales/${texts.language}?part=${part}`);
    for (const address of ['/pocket/pocket.json', '/api/catalogue', ...words])
      await this.keepAnswer(cache, address, signal);
    for (const { name } of catalogue.games.filter(({ rules }) => rules)) {
      const rules = `/api/rules/${name}?lang=${texts.language}`;
      const page = (await (await this.keepAnswer(cache, rules, signal)).json()) as RulesPage;
      for (const { picture } of page.sections)
        for (const theme of picture ? THEMES : [])
          await this.keepAnswer(cache, `${picture}?theme=${theme}`, signal);
    }
  }

  private async keepAnswer(cache: Cache, address: string, signal: AbortSignal): Promise<Response> {
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new NotKept('broken');
    await put(cache, address, answer.clone());
    return answer;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof NotKept) return t(`pocket.${error.code}`);
  if (error instanceof Refused) return [t(`error.${error.code}`), error.message].filter(Boolean).join(' ');
  return t('connection.away.text');
}

export const keeping = new Keeping();
