/** The device as what answers requests and lines: a worker with Python, and the engine beside it. */

import type { Device, Wire } from '../place';
import { EngineProblem, type Engine, type Thought } from './engine/engine';
import { openEngine } from './engine/index';
import type { Answer, Doing, FromWorker, PocketQuestion, ToWorker } from './messages';

/** The codes with which a line is closed when it is lost, and when what it is about is not on the device. */
const LOST = 1006;
const NOT_HERE = 4404;
/** How long until a server is asked again that is making the folder. */
const STILL_MAKING = 2_000;
const SOCKET = /^\/api\/(?<kind>games|studies)\/(?<id>[^/]+)\/socket$/;

interface Waiting {
  readonly settle: (answer: Answer) => void;
  readonly refuse: (error: Error) => void;
}

class PocketDevice implements Device {
  readonly lost: Promise<void>;
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #engine: Engine;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lines = new Map<number, DeviceWire>();
  readonly #thinking = new Map<number, AbortController>();
  #last = 0;
  #hearReady: () => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #lose: () => void = () => undefined;

  constructor(folder: string) {
    this.lost = new Promise((lose) => (this.#lose = lose));
    this.ready = new Promise((settle, refuse) => {
      this.#hearReady = settle;
      this.#fail = refuse;
    });
    this.#engine = openEngine(`${folder}engine/`);
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.#worker.onerror = ({ message }) => this.#end(message);
    this.#worker.postMessage({ kind: 'folder', folder } satisfies ToWorker);
  }

  async fetch(path: string, { method, headers, body }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(path, location.href);
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
    );
    const token = new Headers(headers).get('Authorization')?.replace(/^Bearer /, '') ?? null;
    const id = ++this.#last;
    const { status, type, text } = await new Promise<Answer>((settle, refuse) => {
      this.#waiting.set(id, { settle, refuse });
      this.#post(id, {
        do: 'ask',
        method: method ?? 'GET',
        path: decodeURI(pathname),
        query,
        body: typeof body === 'string' ? body : null,
        token,
      });
    });
    return new Response(text || null, { status, headers: { 'Content-Type': type } });
  }

  open(path: string): Wire {
    const line = ++this.#last;
    const wire = new DeviceWire((doing) => this.#post(0, doing), line);
    const { kind, id } = SOCKET.exec(path)?.groups ?? {};
    if (id === undefined) queueMicrotask(() => wire.end(NOT_HERE));
    else {
      const about = decodeURIComponent(id);
      this.#lines.set(line, wire);
      this.#post(0, { do: 'open', line, ...(kind === 'games' ? { game: about } : { study: about }) });
      queueMicrotask(() => wire.begin());
    }
    return wire;
  }

  #post(id: number, doing: Doing): void {
    this.#worker.postMessage({ kind: 'do', id, doing } satisfies ToWorker);
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'ready') this.#hearReady();
    else if (message.kind === 'failed') this.#end(message.detail);
    else if (message.kind === 'answer') {
      this.#waiting.get(message.id)?.settle(message.answer);
      this.#waiting.delete(message.id);
    } else {
      for (const id of message.cancelled) this.#stopThinking(id);
      for (const [line, text] of message.told) this.#lines.get(line)?.tell(text);
      for (const [line, code] of message.closed) {
        this.#lines.get(line)?.end(code);
        this.#lines.delete(line);
      }
      for (const question of message.asked) void this.#think(question);
    }
  }

  #stopThinking(id: number): void {
    this.#thinking.get(id)?.abort();
    this.#thinking.delete(id);
  }

  async #think({ id, least, ...question }: PocketQuestion): Promise<void> {
    const stop = new AbortController();
    this.#thinking.set(id, stop);
    const paced = new Promise((resume) => setTimeout(resume, least));
    let thought: Thought | null = null;
    let code: string | null = null;
    try {
      thought = await this.#engine.choose(question, stop.signal);
      await paced;
    } catch (error) {
      code = error instanceof EngineProblem ? error.code : 'engine_failed';
    }
    if (stop.signal.aborted) return;
    this.#thinking.delete(id);
    this.#post(0, { do: 'thought', question: id, thought, code });
  }

  /** All that waited is told; what comes next needs another device. */
  #end(detail: string): void {
    const error = new Error(detail);
    this.#worker.terminate();
    this.#engine.close();
    for (const id of this.#thinking.keys()) this.#stopThinking(id);
    this.#fail(error);
    this.#lose();
    for (const { refuse } of this.#waiting.values()) refuse(error);
    this.#waiting.clear();
    for (const wire of this.#lines.values()) wire.end(LOST);
    this.#lines.clear();
  }
}

/** A line to a game or a study on the device, as a WebSocket is one to those of a server. */
class DeviceWire extends EventTarget implements Wire {
  readyState: number = WebSocket.CONNECTING;
  readonly #do: (doing: Doing) => void;
  readonly #line: number;

  constructor(carryOut: (doing: Doing) => void, line: number) {
    super();
    this.#do = carryOut;
    this.#line = line;
  }

  send(text: string): void {
    if (this.readyState === WebSocket.OPEN)
      this.#do({ do: 'say', line: this.#line, message: JSON.parse(text) as unknown });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.#do({ do: 'close', line: this.#line });
    this.end(LOST);
  }

  begin(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  tell(data: string): void {
    if (this.readyState === WebSocket.OPEN) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  end(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

/** The device, once it can answer; `folder` is the address of `/pocket/` with its slash. */
export async function openDevice(folder: string, kept: string | null): Promise<Device> {
  const device = new PocketDevice(`${folder}${await versionOf(folder, kept)}/`);
  await device.ready;
  return device;
}

/** The version of the folder; without a network the one that is kept. A server may still be making it. */
async function versionOf(folder: string, kept: string | null): Promise<string> {
  for (;;) {
    const answer = await fetch(`${folder}pocket.json`).catch(() => null);
    if (answer?.status === 200) return ((await answer.json()) as { version: string }).version;
    if (answer?.status !== 202) {
      if (kept !== null) return kept;
      throw new Error(`${folder}: ${answer?.status ?? 'away'}`);
    }
    await new Promise((resume) => setTimeout(resume, STILL_MAKING));
  }
}
