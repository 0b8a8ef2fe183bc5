/** The server over HTTP: making and finding games, texts, rules, records. */

import type {
  Addresses,
  Catalogue,
  ExplorerView,
  FilmKind,
  EditedPosition,
  Join,
  LessonList,
  LessonTry,
  LessonVerdict,
  LessonView,
  NewFilm,
  NewGame,
  NewImport,
  NewStudy,
  PositionEdit,
  Problem as Refusal,
  RecordFormats,
  RulesPage,
  Seated,
  Showcase,
  State,
  StudyImport,
  StudyList,
  StudyMade,
  StudyState,
} from './messages';
import type { Text } from './texts.svelte';

/** How a film looks. */
export interface FilmWishes {
  readonly kind: FilmKind;
  readonly view: 'above' | 'isometric';
  readonly theme: 'light' | 'dark';
  readonly stones: 'red-white' | 'black-red';
  /** Pixels across. */
  readonly size: number;
  /** How long each position is seen. */
  readonly seconds: number;
}

/** A request that was refused, with the code that says why; `away` when no server answered at all. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    /** Where a record cannot be read. */
    readonly place: Refusal['place'] = null,
  ) {
    super(`${code}: ${detail}`);
  }
}

interface Request {
  method?: 'DELETE';
  body?: unknown;
  token?: string | null;
}

export const ask = async <Answer>(path: string, request: Request = {}): Promise<Answer> =>
  (await (await send(path, request)).json()) as Answer;

export async function send(path: string, { method, body, token }: Request): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Problem('away', path);
  }
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  // A proxy or the service worker speaks for a server that is not there.
  const code = refusal.code ?? (response.status >= 500 ? 'away' : 'invalid');
  throw new Problem(code, refusal.detail ?? response.statusText, refusal.place ?? null);
}

/** What the server offers; `kept` where it is away and the service worker gives what it had before. */
export async function fetchCatalogue(): Promise<Catalogue & { kept: boolean }> {
  const response = await send('/api/catalogue', {});
  return { ...((await response.json()) as Catalogue), kept: response.headers.has('X-Kept') };
}
/** Whether a server answers. */
export const isThere = (): Promise<boolean> =>
  send('/api/health', {}).then(
    () => true,
    () => false,
  );
export const fetchTexts = (language: string): Promise<Record<string, Text>> =>
  ask(`/api/locales/${encodeURIComponent(language)}`);
export const fetchRules = (game: string, language: string): Promise<RulesPage> =>
  ask(`/api/rules/${encodeURIComponent(game)}?lang=${encodeURIComponent(language)}`);

/** The courses of all games. */
export const fetchLessons = (language: string): Promise<LessonList> =>
  ask(`/api/lessons?lang=${encodeURIComponent(language)}`);
export const fetchLesson = (id: string, language: string): Promise<LessonView> =>
  ask(`/api/lessons/${encodeURIComponent(id)}?lang=${encodeURIComponent(language)}`);
/** What a decision at a step is worth, after those that have led to it. */
export const tryStep = (id: string, step: number, moves: string[]): Promise<LessonVerdict> =>
  ask(`/api/lessons/${encodeURIComponent(id)}/steps/${step}/tries`, {
    body: { moves } satisfies LessonTry,
  });

export const fetchShowcase = (game: string): Promise<Showcase> =>
  ask(`/api/showcase/${encodeURIComponent(game)}`);
/** Where others can reach the server, as far as it knows. */
export const fetchAddresses = (): Promise<Addresses> => ask('/api/addresses');

export const createGame = (game: NewGame): Promise<Seated> => ask('/api/games', { body: game });
/** A position, a picture of ours, a record or a game's name, and what is to be changed. */
export const editPosition = (source: string, edits: string[]): Promise<EditedPosition> =>
  ask('/api/positions', { body: { source, edits } satisfies PositionEdit });
export const importRecord = (text: string): Promise<Seated> =>
  ask('/api/imports', { body: { text } satisfies NewImport });
export const fetchGame = (id: string, token: string | null): Promise<State> => ask(gamePath(id), { token });
/** `chosen` becomes the token of the seat: who asks again with the same one, after a lost answer, gets the same seat. */
export const joinGame = (
  id: string,
  { invite, name, chosen, token }: { invite: string; name: string; chosen: string; token: string | null },
): Promise<Seated> =>
  ask(gamePath(id, 'join'), { body: { invite, name, token: chosen } satisfies Join, token });
/** For good, and for everybody; only whoever made it may. */
export const deleteGame = async (id: string, token: string | null): Promise<void> =>
  void (await send(gamePath(id), { method: 'DELETE', token }));
/** The formats that can hold the record of this game. */
export const fetchFormats = (id: string): Promise<RecordFormats> => ask(gamePath(id, 'record/formats'));

/** What was played from a position, in the games of one source or (empty) of all. */
export const fetchExplored = (position: string, source: string): Promise<ExplorerView> =>
  ask(`/api/explorer?${new URLSearchParams({ position, ...(source && { source }) })}`);
/** The record of a game that the explorer lists. */
export const fetchExploredRecord = async (game: number): Promise<string> =>
  (await send(`/api/explorer/games/${game}`, {})).text();
/** A game as a film, drawn by the server. */
export const fetchFilm = async (id: string, { kind, ...wishes }: FilmWishes): Promise<Blob> => {
  const query = Object.entries(wishes).map(([name, value]): [string, string] => [name, String(value)]);
  return (await send(`${gamePath(id, `film.${kind}`)}?${new URLSearchParams(query)}`, {})).blob();
};
/** A record as a film. */
export const makeFilm = async (text: string, wishes: FilmWishes): Promise<Blob> =>
  (await send('/api/films', { body: { text, ...wishes } satisfies NewFilm })).blob();

export function gamePath(id: string, rest = ''): string {
  return `/api/games/${encodeURIComponent(id)}${rest && `/${rest}`}`;
}

export const createStudy = (study: NewStudy): Promise<StudyMade> => ask('/api/studies', { body: study });
export const importStudy = (text: string): Promise<StudyMade> =>
  ask('/api/studies/import', { body: { text } satisfies StudyImport });
export const fetchStudy = (id: string, token: string | null): Promise<StudyState> =>
  ask(studyPath(id), { token });
/** A copy of one's own. */
export const duplicateStudy = (id: string, token: string | null): Promise<StudyMade> =>
  ask(studyPath(id, 'duplicate'), { body: {}, token });
/** For good, and for everybody; only whoever made it may. */
export const deleteStudy = async (id: string, token: string | null): Promise<void> =>
  void (await send(studyPath(id), { method: 'DELETE', token }));
/** Public studies, those changed last first; `before` as the list before has it. */
export const fetchStudies = (before: string | null): Promise<StudyList> =>
  ask(`/api/studies${before ? `?before=${encodeURIComponent(before)}` : ''}`);
/** A study as a file. */
export const exportStudy = async (
  id: string,
  format: 'stones' | 'json',
  token: string | null,
): Promise<string> => (await send(studyPath(id, `export?format=${format}`), { token })).text();

export function studyPath(id: string, rest = ''): string {
  return `/api/studies/${encodeURIComponent(id)}${rest && `/${rest}`}`;
}
