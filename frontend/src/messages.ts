/** What the server says and takes, generated from its models; docs/api.md explains each with an example. */

import type { Action, NewGame, RecordFormats } from './generated/api';

export type * from './generated/api';

export type RecordFormat = RecordFormats['formats'][number];
/** What a seated person does; the socket adds the id by which a repeated one is known. */
export type NewAction = Action extends infer A ? (A extends Action ? Omit<A, 'id'> : never) : never;
export type SeatRequest = NewGame['seats'][number];
