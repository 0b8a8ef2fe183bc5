/** Who learns in this browser: an id and a token, kept in the browser. */

import type { LearnerMade, LearnerView } from '../messages';
import { forget, keep, recallValue } from '../storage';

const KEPT = 'stonefield.learner';

export const keptLearner = (): LearnerMade | null => recallValue<LearnerMade | null>(KEPT, null);
export const keepLearner = (learner: LearnerMade): void => keep(KEPT, JSON.stringify(learner));
export const forgetLearner = (): void => keep(KEPT, 'null');

/** How far the learner has come, as the server has shown it last: the device continues from there. */
const REACHED = 'stonefield.reached';
export const reached = (): LearnerView | null => recallValue<LearnerView | null>(REACHED, null);
export const keepReached = (view: LearnerView): void => keep(REACHED, JSON.stringify(view));
export const forgetReached = (): void => forget(REACHED);
