/** Games that are listed in the server's lobby. */

import { newId } from '../ids';
import type { PairUp, TakeSeek } from '../messages';
import type { SeekSource } from '../source';
import { ask, pathOf, send } from './http';
import { LobbySocket } from './socket';

export const remoteSeeks: SeekSource = {
  followLobby: (events) => new LobbySocket('/api/lobby/socket', null, events),
  pairUp: (wanted, own, but) =>
    ask('/api/seeks/pair', { body: { game: wanted, instead_of: own, but: [...but] } satisfies PairUp }),
  takeSeek: (id, name) =>
    ask(pathOf('seeks', id, 'take'), { body: { name, token: newId() } satisfies TakeSeek }),
  listSeek: (seek) => ask('/api/seeks', { body: seek }),
  withdrawSeek: async (id, token) => void (await send(pathOf('seeks', id), { method: 'DELETE', token })),
};
