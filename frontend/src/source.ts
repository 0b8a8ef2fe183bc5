/**
 * Where games come from, and all that is played, studied, practised and learned with them.
 *
 * Controllers and pages know a source and nothing behind it. `remote/` is a server over HTTP and sockets. A source on
 * the device may answer a part of this itself and leave the rest to another: `{ ...remote, ...local }`.
 */

import type {
  Addresses,
  Catalogue,
  ClientMessage,
  CountedGame,
  DailyPuzzle,
  EditedPosition,
  EndgameMoved,
  EndgameView,
  ExplorerView,
  LearnerView,
  LessonList,
  LessonVerdict,
  LessonView,
  LobbyClientMessage,
  LobbyServerMessage,
  MyGames,
  NewAction,
  NewFilm,
  NewGame,
  NewSeek,
  NewStudy,
  NewStudyAction,
  NextPuzzle,
  OwnSeek,
  PlayedLine,
  Problem as Refusal,
  PuzzleFault,
  PuzzleList,
  PuzzleSolution,
  PuzzleTried,
  PuzzleView,
  PuzzleVotes,
  PuzzleWhy,
  RecordFormats,
  RulesPage,
  SceneMessage,
  Seated,
  ServerMessage,
  Showcase,
  State,
  StormView,
  StrengthView,
  StudyClientMessage,
  StudyList,
  StudyMade,
  StudyServerMessage,
  StudyState,
  Text,
} from './messages';

/** A request that was refused, with the code that says why; `away` when no answer came at all. */
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

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

/** What is heard on a line. */
export interface LineEvents<Heard> {
  /** The version that is known already. */
  readonly version: () => number | null;
  readonly receive: (message: Heard) => void;
  /** `renewed`: closed for good, because the link that led here was replaced by another. */
  readonly connection: (connection: Exclude<Connection, 'connecting'>, renewed: boolean) => void;
}

/** An open line to one game or study. */
export interface Line<Sent, Act> {
  /** Do something, again after a loss until it is answered. Returns the id under which the answer comes. */
  act(action: Act): string;
  /** Ask something under an id, again after a loss until an answer comes with that id. */
  ask(question: Sent & { readonly id: string }): void;
  /** What was asked under this id is wanted no more. */
  cancel(id: string): void;
  /** Send something that is not worth repeating. */
  send(message: Sent): void;
  /** Ask for what is newer than the known version. */
  hello(): void;
  close(): void;
}
type Token = string | null;

/** What can be looked at position by position. */
export type ReplayKind = 'games' | 'studies' | 'puzzles';

interface PlaySource {
  createGame(game: NewGame): Promise<Seated>;
  importRecord(text: string): Promise<Seated>;
  fetchGame(id: string, token: Token): Promise<State>;
  followGame(id: string, token: Token, events: LineEvents<ServerMessage>): Line<ClientMessage, NewAction>;
  /** `chosen` becomes the token of the seat: asking again with it, after a lost answer, gives the same seat. */
  joinGame(id: string, join: { invite: string; name: string; chosen: string; token: Token }): Promise<Seated>;
  /** For good, and for everyone; only its maker may. */
  deleteGame(id: string, token: Token): Promise<void>;
  /** A game as it was after so many decisions. */
  fetchMoment(id: string, ply: number): Promise<SceneMessage>;
  /** A line on the board, decision by decision; `before` leads to where it begins. */
  fetchLine(position: string, before: readonly string[], moves: readonly string[]): Promise<PlayedLine>;
  /** A position, a picture of ours, a record or a game's name, and what is to be changed. */
  editPosition(source: string, edits: string[]): Promise<EditedPosition>;
  /** The formats that can hold the record of this game. */
  fetchFormats(id: string): Promise<RecordFormats>;
  /** From where the browser itself loads a record or a picture of a game. */
  gameAddress(id: string, file: string, query: Readonly<Record<string, string>>): string;
  /** From where the browser itself loads the picture of a position. */
  positionAddress(position: string, query: Readonly<Record<string, string>>): string;
  /** A game or a record as a film. */
  fetchFilm(of: { game: string } | { text: string }, wishes: FilmWishes): Promise<Blob>;
  fetchShowcase(game: string): Promise<Showcase>;
  /** A game, the main line of a study or a puzzle, position by position. */
  fetchReplay(kind: ReplayKind, id: string): Promise<Showcase>;
  /** The games of the account, those that wait for its owner first. */
  fetchMyGames(page: number): Promise<MyGames>;
}

/** How a film looks. */
export type FilmWishes = Required<Pick<NewFilm, 'kind' | 'view' | 'theme' | 'size' | 'seconds'>> & {
  /** What the game's own pictures can be asked for besides. */
  readonly look: Readonly<Record<string, string>>;
};

interface StudySource {
  createStudy(study: NewStudy): Promise<StudyMade>;
  importStudy(text: string): Promise<StudyMade>;
  fetchStudy(id: string, token: Token): Promise<StudyState>;
  followStudy(
    id: string,
    token: Token,
    events: LineEvents<StudyServerMessage>,
  ): Line<StudyClientMessage, NewStudyAction>;
  /** A copy of your own. */
  duplicateStudy(id: string, token: Token): Promise<StudyMade>;
  /** For good, and for everyone; only its maker may. */
  deleteStudy(id: string, token: Token): Promise<void>;
  /** Public studies, those changed last first; `before` as the previous list has it. */
  fetchStudies(before: string | null): Promise<StudyList>;
  /** A study as a file. */
  exportStudy(id: string, format: 'stones' | 'json', token: Token): Promise<string>;
  /** What was played from a position, in the games of one origin or (empty) of all. */
  fetchExplored(position: string, origin: string): Promise<ExplorerView>;
  /** The record of a game that the explorer lists. */
  fetchExploredRecord(game: number): Promise<string>;
}

/** What a learner wants to practise. */
export interface Wish {
  readonly game: string;
  /** Empty: any. */
  readonly theme: string;
}

interface PracticeSource {
  fetchPuzzles(): Promise<PuzzleList>;
  fetchPuzzle(id: string): Promise<PuzzleView>;
  /** `easy`: the newcomers' puzzle of today, on a small board. */
  fetchDaily(game: string, easy: boolean): Promise<DailyPuzzle>;
  /** `but`: the puzzles that were offered lately; none like them comes. */
  fetchNext(wish: Wish, but: readonly string[]): Promise<NextPuzzle>;
  /** A decision after those that are on the board; `patient`: wait for the proof why a wrong one fails. */
  tryPuzzle(id: string, moves: readonly string[], patient: boolean): Promise<PuzzleTried>;
  /** Give a puzzle up. */
  fetchSolution(id: string): Promise<PuzzleSolution>;
  /** Why a solution works, for a player who has seen the whole line. */
  fetchWhy(id: string, moves: readonly string[]): Promise<PuzzleWhy>;
  vote(id: string, up: boolean | null): Promise<PuzzleVotes>;
  report(id: string, reason: PuzzleFault): Promise<void>;
  beginStorm(game: string, but: readonly string[]): Promise<StormView>;
  tryStorm(storm: string, puzzle: string, moves: readonly string[]): Promise<StormView>;
  fetchEndgame(game: string, but: readonly string[]): Promise<EndgameView>;
  moveEndgame(id: string, moves: readonly string[]): Promise<EndgameMoved>;
  /** What this browser's learner has reached; null before the first puzzle. */
  fetchLearner(): Promise<LearnerView | null>;
  /** For good: all that is known of this browser's learner. */
  forgetLearner(): Promise<void>;
  /** The strength in each game that has one. */
  fetchStrengths(): Promise<StrengthView[]>;
  /** What a game has told about the strength; null without a learner. */
  fetchCounted(game: string): Promise<CountedGame | null>;
}

interface CourseSource {
  /** The courses of all games. */
  fetchLessons(language: string): Promise<LessonList>;
  fetchLesson(id: string, language: string): Promise<LessonView>;
  /** What a decision at a step is worth, after those that have led to it. */
  tryStep(id: string, step: number, moves: string[]): Promise<LessonVerdict>;
}

/** Texts that only some pages need: the reasons of reviews, the words of accounts and of playing without a network. */
export type LaterTexts = 'reasons' | 'people' | 'offline';
/** All that a board in a frame on another site says. */
export type EmbedTexts = 'embed';

/** What the page itself needs. */
interface PageSource {
  /** `kept`: an earlier answer, because none came now. */
  fetchCatalogue(): Promise<Catalogue & { kept: boolean }>;
  isThere(): Promise<boolean>;
  fetchTexts(language: string, part: 'page' | LaterTexts | EmbedTexts): Promise<Record<string, Text>>;
  fetchRules(game: string, language: string): Promise<RulesPage>;
  /** Where others can reach the server, as far as it knows. */
  fetchAddresses(): Promise<Addresses>;
}

/** What the lobby asks for besides. */
export interface SeekSource {
  /** All that goes on in the lobby. */
  followLobby(events: LineEvents<LobbyServerMessage>): Line<LobbyClientMessage, never>;
  /** Take the game in the lobby that is most like this one, or list it; `own` is one that is
   * listed already, and `but` are not taken. */
  pairUp(game: NewGame, own: OwnSeek | null, but: readonly string[]): Promise<Seated>;
  /** Take the open seat of a game in the lobby. */
  takeSeek(id: string, name: string): Promise<Seated>;
  /** List a game in the lobby, as often and for whom its maker wishes. */
  listSeek(seek: NewSeek): Promise<Seated>;
  /** Withdraw one that no one has taken. */
  withdrawSeek(id: string, token: Token): Promise<void>;
}

/** Which games are searched; what is empty does not matter. */
export type Wanted = Readonly<Record<string, string>>;

export interface GameSource extends PlaySource, StudySource, PracticeSource, CourseSource, PageSource {}
