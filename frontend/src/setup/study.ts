/** Making a study and going to it. */

import { source } from '../backend';
import { knownGame } from '../memory/games';
import { noteStudy, rememberStudy } from '../memory/studies';
import type { Source, StudyMade } from '../messages';
import { address } from '../routes.svelte';

function enter(made: StudyMade, review: boolean, colour: string | null = null): void {
  rememberStudy(made.state, made.token, made.edit);
  if (colour) noteStudy(made.study, { yours: { chapter: made.state.chapter.id, colour } });
  address.go(`/study/${made.study}${review ? '#review' : ''}`);
}

/** The colour of this device in a game; null where it has none, or more than one. */
function ownColour(game: string): string | null {
  const known = knownGame(game);
  const own = new Set(
    known?.seats.filter(({ seat }) => known.mine.includes(seat)).map(({ colour }) => colour),
  );
  return own.size === 1 ? ([...own][0] ?? null) : null;
}

/** What is to be understood, opened on the desk; `review` lets the engine begin at once. */
export const studyOf = async (of: Source, { title = '', review = false } = {}): Promise<void> =>
  enter(
    await source.createStudy({ title, source: of }),
    review,
    of.kind === 'game' ? ownColour(of.game) : null,
  );

/** A study that was saved as a file. */
export const openStudy = async (text: string): Promise<void> => enter(await source.importStudy(text), false);
