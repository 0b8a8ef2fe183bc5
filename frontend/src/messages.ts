/** What the server says and takes, generated from its models; docs/api.md explains each with an example. */

import type { Action, NewGame, RecordFormats, StudyAction, StudyState } from './generated/api';

export type * from './generated/api';

export type RecordFormat = RecordFormats['formats'][number];
/** What a seated person does; the source adds the id by which a repeated one is known. */
export type NewAction = Nameless<Action>;
/** What an editor does in a study, likewise. */
export type NewStudyAction = Nameless<StudyAction>;
type Nameless<A> = A extends unknown ? Omit<A, 'id'> : never;
/** A text of the page's catalogue, or its plural forms. */
export type Text = string | Readonly<Record<string, string>>;
export type Visibility = StudyState['visibility'];
export type SeatRequest = NewGame['seats'][number];
