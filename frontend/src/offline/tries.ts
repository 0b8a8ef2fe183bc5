/**
 * Puzzles that were tried while the device stood in for the server go to it once there is one.
 *
 * A try is sent with its own token. The server counts one try of one token, however often it is sent, so nothing is
 * doubled when an answer is lost or two tabs send.
 */

import { forgetReached } from '../memory/learner';
import type { LateTry, Problem as Refusal } from '../messages';
import { device, STOOD_IN } from '../place';
import { pathOf } from '../remote/http';
import { asLearner } from '../remote/learner';
import { Problem } from '../source';
import { forget } from '../storage';
import { LATER } from './later';

const LOCK = 'stonefield.tries';

type WaitingTry = LateTry & { readonly puzzle: string };

/** Send what waits, the oldest first; the tabs of a browser take turns. */
export async function sendTries(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const here = await device();
    const { tries } = (await (await here.fetch('/api/late-tries', {})).json()) as { tries: WaitingTry[] };
    for (const one of tries) {
      if (!(await sendTry(one))) return;
      await here.fetch(pathOf('late-tries', one.token), { method: 'DELETE' });
    }
    forget(STOOD_IN);
    // What the server has shown before is no longer how far the learner is.
    if (tries.length) forgetReached();
  });
}

/** Whether the server has it, or will never take it. */
async function sendTry({ puzzle, ...late }: WaitingTry): Promise<boolean> {
  try {
    await asLearner(async (learner) => {
      // Not as a question that the device may answer as well.
      const answer = await fetch(pathOf('puzzles', puzzle, 'late-tries'), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(learner && { Authorization: `Bearer ${learner}` }),
        },
        body: JSON.stringify(late satisfies LateTry),
      });
      if (answer.ok) return;
      const { code = 'away', detail = '' } = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
      throw new Problem(answer.status >= 500 ? 'away' : code, detail);
    });
    return true;
  } catch (error) {
    // A learner may be made another time; a puzzle that is gone stays gone.
    return error instanceof Problem && error.code !== 'bad_learner' && !LATER.has(error.code);
  }
}
