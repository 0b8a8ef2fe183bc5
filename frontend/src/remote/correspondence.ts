/** Correspondence on the server: turns, vacations, challenges, plans. */

import { newId } from '../ids';
import type { AcceptChallenge, MomentToSee, NewAction, NewVacation } from '../messages';
import type { CorrespondenceSource } from '../peoplesource';
import { ask, pathOf, send, withQuery } from './http';

const mine = (rest: string): string => pathOf('accounts', 'me', rest);
const challenge = (id: string, rest = ''): string => pathOf('challenges', id, rest);
const plan = (game: string): string => pathOf('games', game, 'plan');

export const remoteCorrespondence: CorrespondenceSource = {
  fetchTurns: (after) => ask(withQuery(mine('turns'), { after: after ?? '' })),
  fetchVacation: () => ask(mine('vacation')),
  setVacation: (until) => ask(mine('vacation'), { method: 'PUT', body: { until } satisfies NewVacation }),
  makeChallenge: (wanted) => ask('/api/challenges', { body: wanted }),
  fetchChallenges: () => ask('/api/challenges'),
  fetchChallenge: (id, token) => ask(challenge(id), { token }),
  acceptChallenge: (id, { name, chosen }) =>
    ask(challenge(id, 'accept'), { body: { name, token: chosen } satisfies AcceptChallenge }),
  declineChallenge: async (id) => void (await send(challenge(id, 'decline'), { body: {} })),
  withdrawChallenge: async (id, token) => void (await send(challenge(id, 'withdraw'), { body: {}, token })),
  fetchPlan: (game, token) => ask(plan(game), { token }),
  keepPlan: (game, token, wanted) => ask(plan(game), { method: 'PUT', body: wanted, token }),
  dropPlan: async (game, token) => void (await send(plan(game), { method: 'DELETE', token })),
  fetchMoment: (position, moves) =>
    ask('/api/moments', { body: { position, moves: [...moves] } satisfies MomentToSee }),
  async decide(game, token, version, text) {
    const move: NewAction = { type: 'move', version, text };
    await send(pathOf('games', game, 'actions'), { body: { ...move, id: newId() }, token });
  },
};
