/** What is said of the engine's lines: how deep it has looked, and which of them say anything. */

import type { LineView, StudyLines } from '../messages';
import { t, texts } from '../texts.svelte';

type Looked = Pick<StudyLines, 'evaluation'>;

const isProven = (lines: Looked | null): boolean => lines?.evaluation.simulations === null;

/** A solver's steps are no simulations: they say nothing until they have proven the result. */
export function depthSentence(lines: Looked | null): string {
  if (isProven(lines)) return t('study.lines.proven');
  const simulations = lines?.evaluation.simulations;
  if (!simulations) return t('hint.thinking');
  return t('study.lines.simulations', { number: new Intl.NumberFormat(texts.language).format(simulations) });
}

/** Once the result is proven, moves that were not looked at say nothing. */
export const worthShowing = (lines: Looked | null, judged: readonly LineView[]): readonly LineView[] =>
  isProven(lines) ? judged.filter(({ evaluation }) => evaluation) : judged;
