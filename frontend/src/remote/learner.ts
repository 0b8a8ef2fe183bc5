/** Who learns here: the account, or what the server makes for a browser with the first thing worth keeping. */

import {
  forgetLearner as forgetKept,
  forgetReached,
  keepLearner,
  keepReached,
  keptLearner,
} from '../memory/learner';
import { session } from '../memory/session.svelte';
import type { LearnerMade, LearnerView } from '../messages';
import { answerHere, serverless, STANDING_IN, standsIn } from '../place';
import { Problem } from '../source';
import { ask, pathOf, send } from './http';

/** A learner; without a token it is the account's, and the session speaks for it. */
type Learner = Pick<LearnerMade, 'learner'> & { readonly token: string | null };

function knownLearner(): Learner | null {
  const learner = session.account?.learner;
  return learner ? { learner, token: null } : keptLearner();
}

function forget(): void {
  const { account } = session;
  forgetReached();
  if (account?.learner) session.begin({ ...account, learner: null });
  else forgetKept();
}

/** The server does not know this learner any more. */
const isForgotten = (error: unknown): boolean => error instanceof Problem && error.code === 'bad_learner';

const PRACTICE = '/api/puzzles';
const NOBODY: Learner = { learner: '', token: null };
let making: Promise<Learner> | null = null;

/** The learner of this browser, made where there is none; two questions at once get the same one. */
function someLearner(): Promise<Learner> {
  const known = knownLearner();
  if (known) return Promise.resolve(known);
  making ??= ask<LearnerMade>('/api/learners', { body: {} })
    .then((made) => {
      keepLearner(made);
      return made;
    })
    .catch(async (error: unknown) => {
      // What is practised while the server is away goes to it later.
      if (await standsIn(PRACTICE)) return NOBODY;
      throw error;
    })
    .finally(() => (making = null));
  return making;
}

/** Do something as this browser's learner; where the server has forgotten them, as a new one. */
export async function asLearner<Answer>(task: (token: string | null) => Promise<Answer>): Promise<Answer> {
  try {
    return await task((await someLearner()).token);
  } catch (error) {
    if (!isForgotten(error)) throw error;
    forget();
    return task((await someLearner()).token);
  }
}

/** Ask something that is answered without a learner as well. */
async function asAnyone<Answer>(task: (token: string | null) => Promise<Answer>): Promise<Answer> {
  try {
    return await task(knownLearner()?.token ?? null);
  } catch (error) {
    if (!isForgotten(error)) throw error;
    forget();
    return task(null);
  }
}

export const askAsLearner = <Answer>(path: string, body: unknown): Promise<Answer> =>
  asLearner((token) => ask(path, { body, token }));
export const askAsAnyone = <Answer>(path: string): Promise<Answer> =>
  asAnyone((token) => ask(path, { token }));

/** Ask about this browser's learner; null where there is none. */
export const askOfLearner = <Answer>(rest: string): Promise<Answer | null> =>
  asAnyone(async (token) => {
    const known = knownLearner();
    return known && ask<Answer>(pathOf('learners', known.learner, rest), { token });
  });

/** How far this browser's learner has come. */
export async function fetchLearner(): Promise<LearnerView | null> {
  const view = await askOfLearner<LearnerView>('');
  // What stands in for the server shows a learner of its own.
  if (view && view.learner === knownLearner()?.learner) keepReached(view);
  return view;
}

export async function forgetLearner(): Promise<void> {
  await asAnyone(async (token) => {
    const known = knownLearner();
    if (known) await send(pathOf('learners', known.learner), { method: 'DELETE', token });
  });
  forget();
  if (!serverless && (await standsIn(PRACTICE)))
    await answerHere(pathOf('learners', STANDING_IN), {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${STANDING_IN}` },
    });
}
