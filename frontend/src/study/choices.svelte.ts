/** How a person likes to study; kept in the browser. */

import { keep, recallValue } from '../storage';

export interface StudyChoices {
  /** Whether the engine thinks along. */
  engine: boolean;
  /** How many lines it shows, from 1 to 5. */
  count: number;
  /** Whether the expected end lies over the board. */
  outlook: boolean;
}

const KEPT = 'stonefield.study';

export const choices: StudyChoices = $state({
  engine: false,
  count: 3,
  outlook: false,
  ...recallValue<Partial<StudyChoices>>(KEPT, {}),
});

export function choose(change: Partial<StudyChoices>): void {
  Object.assign(choices, change);
  keep(KEPT, JSON.stringify(choices));
}
