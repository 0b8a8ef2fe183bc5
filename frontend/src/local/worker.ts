/** The worker that answers on the device: Python with our own sources, and the rows that the browser keeps. */

import { Doer, NotKept, type Do } from './doer';
import type { Answer, FromWorker, ToWorker } from './messages';
import { openStore } from './rows';

const CHANNEL = 'stonefield.rows';
const SOURCES = '/home/pyodide/pocket';

/** What is used of Pyodide; its own types are those of the package, which a built page does not contain. */
interface Python {
  unpackArchive(content: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  runPython(code: string): unknown;
}
interface PyodideModule {
  loadPyodide(options: { indexURL: string }): Promise<Python>;
}

const tell = (message: FromWorker): void => postMessage(message);

async function fetched(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function loadPocket(folder: string): Promise<Do> {
  const indexURL = `${folder}pyodide/`;
  const [{ loadPyodide }, sources] = await Promise.all([
    import(/* @vite-ignore */ `${indexURL}pyodide.mjs`) as Promise<PyodideModule>,
    fetched(`${folder}stonefield.zip`),
  ]);
  const python = await loadPyodide({ indexURL });
  python.unpackArchive(sources, 'zip', { extractDir: SOURCES });
  return python.runPython(`
import sys
sys.path.insert(0, "${SOURCES}")
from stonefield.pocket.pocket import Pocket
Pocket().do
`) as Do;
}

async function open(folder: string): Promise<Doer> {
  const [pocket, store] = await Promise.all([loadPocket(folder), openStore()]);
  const others = new BroadcastChannel(CHANNEL);
  const doer = new Doer(pocket, store, {
    done: ({ told, closed, asked, cancelled }) => {
      if (told.length || closed.length || asked.length || cancelled.length)
        tell({ kind: 'done', told, closed, asked, cancelled });
    },
    wrote: (keys) => others.postMessage(keys),
    now: Date.now,
  });
  others.onmessage = ({ data }: MessageEvent<readonly string[]>) => doer.written(data);
  return doer;
}

/** What the server says in that case. */
const notKept = (detail: string): Answer => ({
  status: 503,
  type: 'application/json',
  text: JSON.stringify({ code: 'storage_failed', detail, state: null, place: null }),
});

let opening: Promise<Doer> | null = null;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'folder') {
    opening = open(data.folder);
    opening.then(
      () => tell({ kind: 'ready' }),
      (error: unknown) => tell({ kind: 'failed', detail: String(error) }),
    );
    return;
  }
  const { id, doing } = data;
  opening
    ?.then((doer) => doer.do(doing))
    .catch((error: unknown) => {
      if (error instanceof NotKept) return notKept(error.message);
      throw error;
    })
    .then(
      (answer) => void (answer && tell({ kind: 'answer', id, answer })),
      (error: unknown) => tell({ kind: 'failed', detail: String(error) }),
    );
});
