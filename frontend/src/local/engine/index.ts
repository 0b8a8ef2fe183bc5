/** The engine as the page has it: a worker of its own, asked one question at a time. */

import {
  EngineProblem,
  type Engine,
  type Kind,
  type OpenEngine,
  type Question,
  type Thought,
} from './engine.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const FIRST_TO_LAST: readonly Question['purpose'][] = ['move', 'hint', 'rate', 'review'];

interface Waiting {
  readonly id: number;
  readonly question: Question;
  readonly report: ((thought: Thought) => void) | undefined;
  readonly settle: (thought: Thought) => void;
  readonly refuse: (problem: EngineProblem) => void;
}

class WorkerEngine implements Engine {
  readonly #folder: string;
  readonly #waiting: Waiting[] = [];
  readonly #asking = new Map<
    number,
    { settle: (known: boolean) => void; refuse: (problem: EngineProblem) => void }
  >();
  #worker: Worker | null = null;
  #running: Waiting | null = null;
  #closed = false;
  #last = 0;

  constructor(folder: string) {
    this.#folder = new URL(folder, location.href).href;
  }

  choose(question: Question, signal?: AbortSignal, report?: (thought: Thought) => void): Promise<Thought> {
    return new Promise((settle, refuse) => {
      if (signal?.aborted || this.#closed) {
        refuse(cancelled());
        return;
      }
      const waiting: Waiting = { id: ++this.#last, question, report, settle, refuse };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', () => this.#cancel(waiting), { once: true });
      this.#next();
    });
  }

  knows(question: Kind): Promise<boolean> {
    return new Promise((settle, refuse) => {
      if (this.#closed) {
        refuse(cancelled());
        return;
      }
      const id = ++this.#last;
      this.#asking.set(id, { settle, refuse });
      const { game, board, options, position, prove } = question;
      this.#tell({ kind: 'knows', id, question: { game, board, options: { ...options }, position, prove } });
    });
  }

  close(): void {
    this.#closed = true;
    this.#drop(cancelled());
  }

  #next(): void {
    if (this.#running || !this.#waiting.length) return;
    const rank = ({ question }: Waiting): number => FIRST_TO_LAST.indexOf(question.purpose);
    const first = this.#waiting.reduce((one, other) => (rank(other) < rank(one) ? other : one));
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running = first;
    this.#tell({ kind: 'think', id: first.id, question: first.question });
  }

  #cancel(waiting: Waiting): void {
    waiting.refuse(cancelled());
    const at = this.#waiting.indexOf(waiting);
    if (at >= 0) this.#waiting.splice(at, 1);
    else if (this.#running === waiting) this.#tell({ kind: 'stop' });
  }

  #tell(message: ToWorker): void {
    if (!this.#worker) {
      this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
      this.#worker.onerror = ({ message: detail }) => this.#drop(new EngineProblem('engine_failed', detail));
      this.#worker.postMessage({ kind: 'folder', folder: this.#folder } satisfies ToWorker);
    }
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    const { id } = message;
    const asking = this.#asking.get(id);
    if (asking) {
      this.#asking.delete(id);
      if (message.kind === 'known') asking.settle(message.known);
      else if (message.kind === 'failed') asking.refuse(new EngineProblem(message.code, message.detail));
      return;
    }
    const running = this.#running;
    if (running?.id !== id) return;
    if (message.kind === 'thought' && !message.final) {
      running.report?.(message.thought);
      return;
    }
    this.#running = null;
    if (message.kind === 'thought') running.settle(message.thought);
    else if (message.kind === 'failed') running.refuse(new EngineProblem(message.code, message.detail));
    this.#next();
  }

  /** The worker is gone, and nobody waits for it any longer; the next question starts another. */
  #drop(problem: EngineProblem): void {
    this.#worker?.terminate();
    this.#worker = null;
    const left = [
      ...this.#waiting.splice(0),
      ...(this.#running ? [this.#running] : []),
      ...this.#asking.values(),
    ];
    this.#running = null;
    this.#asking.clear();
    for (const { refuse } of left) refuse(problem);
  }
}

function cancelled(): EngineProblem {
  return new EngineProblem('cancelled', 'the answer is not wanted any more');
}

export const openEngine: OpenEngine = (folder) => new WorkerEngine(folder);
