/** Who learns in this browser: an id and a token that the server makes with the first thing worth keeping. */

import { ask, Problem, send } from './api';
import type { LearnerMade, LearnerView } from './messages';
import { keep, recallValue } from './storage';

const KEPT = 'stonefield.learner';

export const knownLearner = (): LearnerMade | null => recallValue<LearnerMade | null>(KEPT, null);
const forget = (): void => keep(KEPT, 'null');
const path = ({ learner }: LearnerMade): string => `/api/learners/${encodeURIComponent(learner)}`;

/** The server does not know this learner any more. */
const isForgotten = (error: unknown): boolean => error instanceof Problem && error.code === 'bad_learner';

let making: Promise<LearnerMade> | null = null;

/** The learner of this browser, made where there is none; who asks twice at once gets the same one. */
function someLearner(): Promise<LearnerMade> {
  const known = knownLearner();
  if (known) return Promise.resolve(known);
  making ??= ask<LearnerMade>('/api/learners', { body: {} })
    .then((made) => {
      keep(KEPT, JSON.stringify(made));
      return made;
    })
    .finally(() => (making = null));
  return making;
}

/** Do something as this browser's learner; where the server has forgotten them, as a new one. */
export async function asLearner<Answer>(task: (token: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await task((await someLearner()).token);
  } catch (error) {
    if (!isForgotten(error)) throw error;
    forget();
    return task((await someLearner()).token);
  }
}

/** Ask something that is answered to nobody in particular as well. */
export async function asAnybody<Answer>(task: (token: string | null) => Promise<Answer>): Promise<Answer> {
  try {
    return await task(knownLearner()?.token ?? null);
  } catch (error) {
    if (!isForgotten(error)) throw error;
    forget();
    return task(null);
  }
}

/** What this browser's learner has reached; null where nobody has learned yet. */
export const fetchLearner = (): Promise<LearnerView | null> =>
  asAnybody(async (token) => {
    const known = knownLearner();
    return known && ask<LearnerView>(path(known), { token });
  });

/** For good: all that is known of this browser's learner. */
export async function forgetLearner(): Promise<void> {
  await asAnybody(async (token) => {
    const known = knownLearner();
    if (known) await send(path(known), { method: 'DELETE', token });
  });
  forget();
}
