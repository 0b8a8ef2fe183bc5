/** Studies this device has made or may change, with their tokens; kept in the browser. */

import { newId } from '../ids';
import type { StudyState } from '../messages';
import { keep, recallValue } from '../storage';

export interface KnownStudy {
  readonly id: string;
  readonly token: string | null;
  /** What lets others change it; only its maker knows. */
  readonly edit: string | null;
  readonly title: string;
  readonly rules: readonly string[];
  /** When it was last opened here, in milliseconds since 1970. */
  readonly seen: number;
  /** Names this page among those who share a token, so that each takes back their own actions. */
  readonly client?: string;
}

const KEPT = 'stonefield.studies';
const MOST = 100;

const write = (studies: readonly KnownStudy[]): void => keep(KEPT, JSON.stringify(studies.slice(0, MOST)));

export const knownStudies = (): KnownStudy[] => recallValue<KnownStudy[]>(KEPT, []);
export const knownStudy = (id: string): KnownStudy | null =>
  knownStudies().find((study) => study.id === id) ?? null;
export const forgetStudy = (id: string): void => write(knownStudies().filter((study) => study.id !== id));

/** Put a study at the head of the list; tokens already known stay. */
export function rememberStudy(state: StudyState, token: string | null, edit: string | null = null): void {
  const before = knownStudy(state.study);
  const study: KnownStudy = {
    id: state.study,
    token: token ?? before?.token ?? null,
    edit: edit ?? before?.edit ?? null,
    title: state.title,
    rules: [...new Set(state.chapters.map(({ rules }) => rules))],
    seen: Date.now(),
    client: before?.client ?? newId(),
  };
  write([study, ...knownStudies().filter(({ id }) => id !== state.study)]);
}
