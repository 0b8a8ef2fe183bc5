/** Chat, whom people avoid, reports and moderation on the server. */

import type { MannersSource } from '../peoplesource';
import { ask, pathOf, withQuery } from './http';

const MINE = '/api/accounts/me/manners';
const avoided = (name: string): string => `${MINE}/avoided/${encodeURIComponent(name)}`;

export const remoteManners: MannersSource = {
  fetchChat: (game, token, after) =>
    ask(withQuery(pathOf('games', game, 'chat'), { after: after ? String(after) : '' }), { token }),
  say: (game, token, text) => ask(pathOf('games', game, 'chat'), { body: { text }, token }),
  muteChat: (game, token, muted) =>
    ask(pathOf('games', game, 'chat/muted'), { method: 'PUT', body: { muted }, token }),

  fetchManners: () => ask(MINE),
  chooseChat: (chat) => ask(MINE, { method: 'PUT', body: { chat } }),
  avoid: (name, blocked) => ask(avoided(name), { method: 'PUT', body: { blocked } }),
  allow: (name) => ask(avoided(name), { method: 'DELETE' }),
  putAway: (notice) => ask(`${MINE}/notices/${encodeURIComponent(notice)}`, { method: 'PUT', body: {} }),

  report: (report, token) => ask('/api/reports', { body: report, token }),

  fetchReports: (closed) => ask(withQuery('/api/moderation/reports', { closed: closed ? 'true' : '' })),
  fetchReport: (id) => ask(`/api/moderation/reports/${encodeURIComponent(id)}`),
  fetchActs: () => ask('/api/moderation/acts'),
  moderate: (act) => ask('/api/moderation/acts', { body: act }),
};
