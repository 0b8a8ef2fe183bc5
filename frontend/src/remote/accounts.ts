/** Accounts on the server: making one, signing in, and what its owner can do. */

import type { Confirmed } from '../messages';
import type { AccountSource } from '../peoplesource';
import { ask, pathOf, send, withQuery } from './http';

const mine = (rest = ''): string => pathOf('accounts', 'me', rest);
const passkey = (id: string): string => mine(`passkeys/${encodeURIComponent(id)}`);

export const remoteAccounts: AccountSource = {
  judgeName: (name) => ask(withQuery('/api/accounts/names', { name })),
  fetchProfile: (name) => ask(pathOf('accounts', name)),
  fetchRatingHistory: (name, pool, before) =>
    ask(withQuery(pathOf('accounts', name, `ratings/${pool}`), { before: String(before ?? '') })),
  fetchAccountGames: (name, wanted) => ask(withQuery(pathOf('accounts', name, 'games'), wanted)),
  recordsAddress: (name, wanted) => withQuery(pathOf('accounts', name, 'games/records'), wanted),
  fetchStatistics: (name) => ask(pathOf('accounts', name, 'statistics')),
  fetchMatch: (game) => ask(pathOf('games', game, 'rating')),
  fetchNewAccountOptions: (name) => ask('/api/accounts/passkey-options', { body: { name } }),
  makeAccount: (account) => ask('/api/accounts', { body: account }),

  signIn: (given) => ask('/api/sessions', { body: given }),
  fetchSignInOptions: () => ask('/api/sessions/passkey-options', { body: {} }),
  signInByPasskey: (given) => ask('/api/sessions/passkey', { body: given }),
  recover: (given) => ask('/api/sessions/recovery', { body: given }),
  askForLink: async (name) => void (await send('/api/sessions/mail', { body: { name } })),
  recoverByMail: (given) => ask('/api/sessions/mail-link', { body: given }),
  fetchSessions: () => ask('/api/sessions'),
  endSession: async (id) => void (await send(pathOf('sessions', id), { method: 'DELETE' })),
  endOtherSessions: async () => void (await send('/api/sessions', { method: 'DELETE' })),
  prove: async (proof) => void (await send('/api/sessions/current/proof', { method: 'PUT', body: proof })),

  fetchAccount: () => ask(mine()),
  choose: async (settings) => void (await send(mine(), { method: 'PATCH', body: settings })),
  rename: async (name) => void (await send(mine('name'), { method: 'PUT', body: { name } })),
  setPassword: async (given) => void (await send(mine('password'), { method: 'PUT', body: given })),
  fetchPasskeyOptions: () => ask(mine('passkeys/options'), { body: {} }),
  addPasskey: async (given) => void (await send(mine('passkeys'), { body: given })),
  namePasskey: async (id, name) => void (await send(passkey(id), { method: 'PATCH', body: { name } })),
  removePasskey: async (id) => void (await send(passkey(id), { method: 'DELETE' })),
  renewCodes: () => ask(mine('recovery-codes'), { body: {} }),

  fetchMessages: () => ask(mine('messages')),
  setMail: (given) => ask(mine('mail'), { method: 'PUT', body: given }),
  chooseMail: (wishes) => ask(mine('messages/mail'), { method: 'PUT', body: wishes }),
  addDevice: (device) => ask(mine('messages/devices'), { body: device }),
  removeDevice: (id) => ask(mine(`messages/devices/${encodeURIComponent(id)}`), { method: 'DELETE' }),
  setChat: (kind, address) =>
    ask(mine(`messages/${kind}`), {
      method: 'PUT',
      body: kind === 'discord' ? { webhook: address } : { chat: address },
    }),
  makeFeed: () => ask(mine('messages/feed'), { body: {} }),
  dropFeed: () => ask(mine('messages/feed'), { method: 'DELETE' }),
  openLink: async (token) => (await ask<Confirmed>('/api/notifications/confirm', { body: { token } })).what,
  endMails: async (token) => void (await send(pathOf('notifications', 'unsubscribe', token), { body: {} })),

  exportAccount: async () => (await send(mine('export'))).blob(),
  deleteAccount: async () => void (await send(mine(), { method: 'DELETE' })),
};
