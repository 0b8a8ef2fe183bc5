/** Who learns in this browser: an id and a token, kept in the browser. */

import type { LearnerMade } from '../messages';
import { keep, recallValue } from '../storage';

const KEPT = 'stonefield.learner';

export const keptLearner = (): LearnerMade | null => recallValue<LearnerMade | null>(KEPT, null);
export const keepLearner = (learner: LearnerMade): void => keep(KEPT, JSON.stringify(learner));
export const forgetLearner = (): void => keep(KEPT, 'null');
