/** Making a study and going to it. */

import { source } from '../backend';
import { rememberStudy } from '../memory/studies';
import type { Source, StudyMade } from '../messages';
import { address } from '../routes.svelte';

function enter(made: StudyMade, review: boolean): void {
  rememberStudy(made.state, made.token, made.edit);
  address.go(`/study/${made.study}${review ? '#review' : ''}`);
}

/** What is to be understood, opened on the desk; `review` lets the engine begin at once. */
export const studyOf = async (of: Source, { title = '', review = false } = {}): Promise<void> =>
  enter(await source.createStudy({ title, source: of }), review);

/** A study that was saved as a file. */
export const openStudy = async (text: string): Promise<void> => enter(await source.importStudy(text), false);
