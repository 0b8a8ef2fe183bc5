/** How strong this browser's learner is, as the server has it. */

import { ask } from '../api';
import { asAnybody, knownLearner } from '../learner';
import type { CountedGame, Strengths, StrengthView } from '../messages';

const askOfLearner = <Answer>(path: string): Promise<Answer | null> =>
  asAnybody(async (token) => {
    const known = knownLearner();
    return known && ask<Answer>(`/api/learners/${encodeURIComponent(known.learner)}/${path}`, { token });
  });

/** The strength in each game that has one; empty where nobody has played yet. */
export const fetchStrengths = async (): Promise<StrengthView[]> =>
  (await askOfLearner<Strengths>('strength'))?.games ?? [];

/** What a game has told about the strength; null without a learner. */
export const fetchCounted = (game: string): Promise<CountedGame | null> =>
  askOfLearner(`games/${encodeURIComponent(game)}`);
