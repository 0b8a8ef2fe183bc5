/** The engine's worker: one question at a time, in slices, so that `stop` is heard. */

import { EngineProblem } from './engine.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { Thinker, type Read } from './thinker.ts';

let folder = '';
let stopped = false;
const turns = new MessageChannel();

const read: Read = async (name) => {
  const answer = await fetch(new URL(name, folder));
  if (answer.status === 404) return null;
  if (!answer.ok) throw new EngineProblem('engine_failed', `${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
const thinker = new Thinker(read);

/** Let what has arrived meanwhile be heard; unlike a timer this takes no time of its own. */
function pause(): Promise<void> {
  return new Promise((resume) => {
    turns.port1.onmessage = () => resume();
    turns.port2.postMessage(null);
  });
}

function tell(message: FromWorker): void {
  postMessage(message);
}

function fail(id: number, error: unknown): void {
  const code = error instanceof EngineProblem ? error.code : 'engine_failed';
  tell({ kind: 'failed', id, code, detail: String(error) });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'folder') folder = data.folder;
  else if (data.kind === 'stop') stopped = true;
  else if (data.kind === 'knows') {
    const { id, question } = data;
    thinker.knows(question).then(
      (known) => tell({ kind: 'known', id, known }),
      (error: unknown) => fail(id, error),
    );
  } else {
    const { id, question } = data;
    stopped = false;
    const report = (thought: Parameters<Parameters<Thinker['think']>[3]>[0]): void =>
      tell({ kind: 'thought', id, thought, final: false });
    thinker
      .think(question, () => stopped, pause, report)
      .then(
        (thought) => tell({ kind: 'thought', id, thought, final: true }),
        (error: unknown) => fail(id, error),
      );
  }
});
