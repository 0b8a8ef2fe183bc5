/** The server as a source: its paths and messages are in docs/api.md. */

import type {
  Catalogue,
  Join,
  LessonTry,
  NewFilm,
  NewGame,
  NewImport,
  LineToPlay,
  PositionEdit,
  Seated,
  Strengths,
  StudyImport,
} from '../messages';
import type { GameSource } from '../source';
import { ask, pathOf, send, withQuery } from './http';
import { asLearner, askAsAnyone, askAsLearner, askOfLearner, fetchLearner, forgetLearner } from './learner';
import { GameSocket, StudySocket } from './socket';

const game = (id: string, rest = ''): string => pathOf('games', id, rest);
const study = (id: string, rest = ''): string => pathOf('studies', id, rest);
const puzzle = (id: string, rest = ''): string => pathOf('puzzles', id, rest);

/** One person against one engine: that says how strong the person is. */
const counts = ({ seats }: NewGame): boolean =>
  seats.length === 2 && ['engine', 'person'].every((kind) => seats.some((seat) => seat.kind === kind));

export const remote: GameSource = {
  /** A game that counts goes with the learner, but it is played without one if none can be made. */
  async createGame(wanted) {
    const create = (learner?: string | null) => ask<Seated>('/api/games', { body: { ...wanted, learner } });
    if (!counts(wanted)) return create();
    let asked = false;
    try {
      return await asLearner((learner) => {
        asked = true;
        return create(learner);
      });
    } catch (error) {
      if (asked) throw error;
      return create();
    }
  },
  importRecord: (text) => ask('/api/imports', { body: { text } satisfies NewImport }),
  fetchGame: (id, token) => ask(game(id), { token }),
  followGame: (id, token, events) => new GameSocket(game(id, 'socket'), token, events),
  joinGame: (id, { invite, name, chosen, token }) =>
    ask(game(id, 'join'), { body: { invite, name, token: chosen } satisfies Join, token }),
  deleteGame: async (id, token) => void (await send(game(id), { method: 'DELETE', token })),
  fetchMoment: (id, ply) => ask(game(id, `scenes/${ply}`)),
  fetchLine: (position, before, moves) =>
    ask('/api/lines', { body: { position, before: [...before], moves: [...moves] } satisfies LineToPlay }),
  editPosition: (source, edits) => ask('/api/positions', { body: { source, edits } satisfies PositionEdit }),
  fetchFormats: (id) => ask(game(id, 'record/formats')),
  gameAddress: (id, file, query) => withQuery(game(id, file), query),
  positionAddress: (position, query) => withQuery('/api/picture.svg', { position, ...query }),
  async fetchFilm(of, { look, kind, size, seconds, ...rest }) {
    if ('text' in of) {
      const body = { ...of, ...rest, kind, size, seconds } satisfies NewFilm;
      return (await send('/api/films', { body: { ...body, ...look } })).blob();
    }
    const query = { ...rest, ...look, size: String(size), seconds: String(seconds) };
    return (await send(withQuery(game(of.game, `film.${kind}`), query))).blob();
  },
  fetchReplay: (kind, id) => ask(pathOf(kind, id, 'replay')),
  fetchShowcase: (name) => ask(pathOf('showcase', name)),
  fetchMyGames: (page) => ask(withQuery('/api/accounts/me/games', { page: String(page) })),

  createStudy: (wanted) => ask('/api/studies', { body: wanted }),
  importStudy: (text) => ask('/api/studies/import', { body: { text } satisfies StudyImport }),
  fetchStudy: (id, token) => ask(study(id), { token }),
  followStudy: (id, token, events) => new StudySocket(study(id, 'socket'), token, events),
  duplicateStudy: (id, token) => ask(study(id, 'duplicate'), { body: {}, token }),
  deleteStudy: async (id, token) => void (await send(study(id), { method: 'DELETE', token })),
  fetchStudies: (before) => ask(withQuery('/api/studies', { before: before ?? '' })),
  exportStudy: async (id, format, token) =>
    (await send(withQuery(study(id, 'export'), { format }), { token })).text(),
  fetchExplored: (position, source) => ask(withQuery('/api/explorer', { position, source })),
  fetchExploredRecord: async (id) => (await send(`/api/explorer/games/${id}`)).text(),

  fetchPuzzles: () => ask('/api/puzzles'),
  fetchPuzzle: (id) => ask(puzzle(id)),
  fetchDaily: (name, easy) =>
    ask(withQuery('/api/puzzles/daily', { game: name, ...(easy && { easy: 'true' }) })),
  fetchNext: (wish, but) => askAsAnyone(withQuery('/api/puzzles/next', { ...wish, but })),
  tryPuzzle: (id, moves, patient) => askAsLearner(puzzle(id, 'tries'), { moves, patient }),
  fetchSolution: (id) => askAsLearner(puzzle(id, 'solution'), {}),
  fetchWhy: (id, moves) => ask(puzzle(id, 'why'), { body: { moves } }),
  vote: (id, up) => askAsLearner(puzzle(id, 'vote'), { up }),
  report: (id, reason) =>
    asLearner(async (token) => void (await send(puzzle(id, 'report'), { body: { reason }, token }))),
  beginStorm: (name, but) => askAsLearner('/api/puzzles/storm', { game: name, but }),
  tryStorm: (storm, id, moves) =>
    askAsLearner(pathOf('puzzles/storm', storm, 'tries'), { puzzle: id, moves }),
  fetchEndgame: (name, but) => askAsAnyone(withQuery('/api/puzzles/endgames/next', { game: name, but })),
  moveEndgame: (id, moves) => ask(pathOf('puzzles/endgames', id, 'moves'), { body: { moves } }),
  fetchLearner,
  forgetLearner,
  fetchStrengths: async () => (await askOfLearner<Strengths>('strength'))?.games ?? [],
  fetchCounted: (id) => askOfLearner(`games/${encodeURIComponent(id)}`),

  fetchLessons: (lang) => ask(withQuery('/api/lessons', { lang })),
  fetchLesson: (id, lang) => ask(withQuery(pathOf('lessons', id), { lang })),
  tryStep: (id, step, moves) =>
    ask(pathOf('lessons', id, `steps/${step}/tries`), { body: { moves } satisfies LessonTry }),

  async fetchCatalogue() {
    const response = await send('/api/catalogue');
    return { ...((await response.json()) as Catalogue), kept: response.headers.has('X-Kept') };
  },
  isThere: () =>
    send('/api/health').then(
      () => true,
      () => false,
    ),
  fetchTexts: (language, part) => ask(withQuery(pathOf('locales', language), { part })),
  fetchRules: (name, lang) => ask(withQuery(pathOf('rules', name), { lang })),
  fetchAddresses: () => ask('/api/addresses'),
};
