/**
 * What was played on the device goes to the server once there is one: games that are over, as records.
 *
 * A game is sent with its own token. The server makes one game of one token, however often it is asked, so
 * nothing is doubled when an answer is lost or two tabs send.
 */

import { source } from '../backend';
import { forgetGame, knownGames, rememberGame, type KnownGame } from '../memory/games';
import type { NewImport, Problem as Refusal, Seated } from '../messages';
import { device, isOwn } from '../place';
import { pathOf } from '../remote/http';
import { address } from '../routes.svelte';
import { keep, recallValue } from '../storage';
import { known, t } from '../texts.svelte';
import { LATER } from './later';

const REFUSED = 'stonefield.refused';
const SENT = 'stonefield.sent';
const LOCK = 'stonefield.sending';

/** Why the server did not take a game. */
export interface RefusedGame {
  readonly id: string;
  readonly reason: string;
}

export const refusedGames = (): RefusedGame[] => recallValue<RefusedGame[]>(REFUSED, []);

/** Games on the device that the server has already. */
const sentGames = (): string[] => recallValue<string[]>(SENT, []);

/** The games that are over and not yet with the server. */
export function waitingGames(): KnownGame[] {
  const done = new Set([...refusedGames().map(({ id }) => id), ...sentGames()]);
  return knownGames().filter(
    ({ id, status, plies, gone }) => isOwn(id) && status === 'over' && plies > 0 && !gone && !done.has(id),
  );
}

/** Send what waits; the tabs of a browser take turns. */
export async function sendGames(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    await clearSent();
    for (const game of waitingGames()) if (!(await sendGame(game))) return;
  });
}

/** What the server has need not be here as well, unless it is being looked at. */
async function clearSent(): Promise<void> {
  const left: string[] = [];
  for (const id of sentGames()) {
    const { route } = address;
    const token = knownGames().find((game) => game.id === id)?.token ?? null;
    if (route.page === 'game' && route.id === id) left.push(id);
    else {
      await source.deleteGame(id, token).catch(() => undefined);
      forgetGame(id);
    }
  }
  keep(SENT, JSON.stringify(left));
}

/** Whether the server has answered. */
async function sendGame({ id, token }: KnownGame): Promise<boolean> {
  const here = await device();
  const record = await (await here.fetch(pathOf('games', id, 'record?format=text'), {})).text();
  let answer: Response;
  try {
    // Not as a question that the device may answer as well.
    answer = await fetch('/api/imports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: record, token } satisfies NewImport),
    });
  } catch {
    return false;
  }
  if (answer.ok) {
    const { state, token: seat } = (await answer.json()) as Seated;
    rememberGame(state, seat);
    keep(SENT, JSON.stringify([...sentGames(), id]));
    return true;
  }
  const { code = 'away', detail = '' } = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  if (LATER.has(code) || answer.status >= 500) return false;
  const reason = known(`error.${code}`) ? t(`error.${code}`) : detail;
  keep(REFUSED, JSON.stringify([...refusedGames(), { id, reason }]));
  return true;
}
