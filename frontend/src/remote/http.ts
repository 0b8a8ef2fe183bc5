/** Questions to the server over HTTP. */

import { session } from '../memory/session.svelte';
import type { Problem as Refusal } from '../messages';
import { answerHere, onDevice, STANDING_IN, standsIn, STOOD_IN } from '../place';
import { Problem } from '../source';
import { keep } from '../storage';

interface Request {
  method?: 'DELETE' | 'PATCH' | 'PUT';
  body?: unknown;
  token?: string | null;
}

export const ask = async <Answer>(path: string, request: Request = {}): Promise<Answer> =>
  (await (await send(path, request)).json()) as Answer;

export async function send(path: string, { method, body, token }: Request = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  };
  if (onDevice(path)) return answered(path, answerHere(path, init));
  try {
    return await answered(path, fetch(path, init));
  } catch (error) {
    if (!isAway(error) || !(await standsIn(path, init.method))) throw error;
    headers['Authorization'] = `Bearer ${STANDING_IN}`;
    if (init.method === 'POST') keep(STOOD_IN, '1');
    return answered(path, answerHere(path, init));
  }
}

/** No answer came at all. */
export const isAway = (error: unknown): boolean => error instanceof Problem && error.code === 'away';

async function answered(path: string, coming: Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await coming;
  } catch {
    throw new Problem('away', path);
  }
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  // A proxy or the service worker speaks for a server that is not there.
  const code = refusal.code ?? (response.status >= 500 ? 'away' : 'invalid');
  if (code === 'sign_in_first') session.end();
  throw new Problem(code, refusal.detail ?? response.statusText, refusal.place ?? null);
}

/** A path of the API: `/api/games/{id}/join`. */
export const pathOf = (kind: string, id: string, rest = ''): string =>
  `/api/${kind}/${encodeURIComponent(id)}${rest && `/${rest}`}`;

/** A path with what is asked for; what is empty is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | readonly string[]>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one ? [[name, one]] : [])),
  );
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
}
