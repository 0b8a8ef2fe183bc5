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
  /** The chapter that is a game of this device, and the colour it had at the end. */
  readonly yours?: { readonly chapter: number; readonly colour: string } | undefined;
  /** The position that was on the board when it was left. */
  readonly position?: string | undefined;
}

const KEPT = 'stonefield.studies';
const MOST = 100;

const write = (studies: readonly KnownStudy[]): void => keep(KEPT, JSON.stringify(studies.slice(0, MOST)));

export const knownStudies = (): KnownStudy[] => recallValue<KnownStudy[]>(KEPT, []);
export const knownStudy = (id: string): KnownStudy | null =>
  knownStudies().find((study) => study.id === id) ?? null;
export const forgetStudies = (): void => write([]);
export const forgetStudy = (id: string): void => write(knownStudies().filter((study) => study.id !== id));

/** Write down more about a study that is known. */
export const noteStudy = (id: string, more: Pick<KnownStudy, 'yours' | 'position'>): void =>
  write(knownStudies().map((study) => (study.id === id ? { ...study, ...more } : study)));

/** Put a study at the head of the list; what is already known of it stays. */
export function rememberStudy(state: StudyState, token: string | null, edit: string | null = null): void {
  const before = knownStudy(state.study);
  const study: KnownStudy = {
    ...before,
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
