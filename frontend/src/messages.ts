/** What the server says and takes; docs/api.md explains each with an example. */

export type ColourName = string;
export type SquareName = string;
export type Cube = readonly [file: number, rank: number, level: number];

export interface BoardView {
  name: string;
  files: number;
  ranks: number;
  squares: SquareName[];
}
export interface SeatView {
  seat: number;
  player: number;
  colour: ColourName;
  kind: 'person' | 'engine' | 'open';
  name: string;
  level: number | null;
  out: boolean;
}
export interface TurnView {
  seat: number;
  colour: ColourName;
  phase: 'place' | 'answer' | 'neutral';
}
export interface ClockView {
  initial_ms: number;
  increment_ms: number;
  remaining_ms: number[];
  running: number | null;
}
export interface OutcomeView {
  winner: ColourName | null;
  seats: number[];
  reason: string;
}
export type OfferKind = 'draw' | 'takeback' | 'rematch';
export interface OfferView {
  kind: OfferKind;
  seat: number;
  accepted: number[];
}
export interface MoveView {
  text: string;
  seat: number;
  colour: ColourName;
  stone: number;
  squares: SquareName[];
  top: ColourName | null;
  axis: ColourName | null;
  spent_ms: number;
  clock_ms: number | null;
}
export interface StoneView {
  squares: SquareName[];
  top: ColourName;
  axis: ColourName | null;
}
export interface DolmenView {
  squares: SquareName[];
  size: number;
}
export interface CarnacScene {
  game: 'carnac';
  ply: number;
  stones: StoneView[];
  pending: SquareName | null;
  tops: Record<SquareName, ColourName>;
  dolmens: Record<ColourName, DolmenView[]>;
  stock: number;
  last: SquareName[];
  origin: SquareName | null;
}
export interface PieceView {
  shape: string;
  colour: ColourName;
  seat: number;
  cubes: Cube[];
}
export interface CaminosScene {
  game: 'caminos';
  ply: number;
  pieces: PieceView[];
  heights: Record<SquareName, number>;
  tops: Record<SquareName, ColourName>;
  path: Record<ColourName, SquareName[]>;
  supply: Record<string, number>[];
  points: Record<ColourName, number>;
  last: SquareName[];
}
export type Scene = CarnacScene | CaminosScene;

export interface AnswerView {
  text: string;
  squares: SquareName[];
  colour: ColourName;
}
export interface CarnacLegal {
  game: 'carnac';
  placements: Record<SquareName, string>;
  answers: AnswerView[];
  swap: boolean;
}
export interface OrientationView {
  cubes: Cube[];
  at: string;
}
export interface CaminosLegal {
  game: 'caminos';
  shapes: Record<string, OrientationView[]>;
  swap: boolean;
}
export type Legal = CarnacLegal | CaminosLegal;

export interface ScoreView {
  decided_by: string;
  counts: Record<ColourName, number>;
  pairs: { sizes: Record<ColourName, number>; decides: boolean }[];
  path: SquareName[];
  points: Record<ColourName, number>;
}
export interface MayView {
  move: boolean;
  resign: boolean;
  draw: boolean;
  takeback: boolean;
  undo: boolean;
  redo: boolean;
  hint: boolean;
  winrate: boolean;
  rematch: boolean;
  /** Where only engines play: what the owner of the game may do with it. */
  pause: boolean;
  resume: boolean;
  stop: boolean;
  answer: OfferKind[];
}
export interface ChangeView {
  version: number;
  kind: string;
  seat: number | null;
  detail: string;
}

/** The part of a state that changes. */
export interface Present {
  game: string;
  version: number;
  now: number;
  status: 'waiting' | 'playing' | 'over';
  paused: boolean;
  seats: SeatView[];
  turn: TurnView | null;
  clock: ClockView | null;
  outcome: OutcomeView | null;
  score: ScoreView | null;
  offers: OfferView[];
  undone: string[];
  scene: Scene;
  position: string;
  rematch: string | null;
  connected: boolean[];
  watchers: number;
  you: { role: 'player' | 'owner' | 'spectator'; seats: number[] };
  may: MayView;
  legal: Legal | null;
}
export interface State extends Present {
  type: 'state';
  rules: 'carnac' | 'caminos';
  options: Record<string, boolean | number | string>;
  letters: Record<ColourName, string>;
  board: BoardView;
  created: number;
  moves: MoveView[];
}
export interface Update extends Present {
  type: 'update';
  since: number;
  changes: ChangeView[];
  keep: number;
  moves: MoveView[];
}

export interface Accepted {
  type: 'accepted';
  id: string;
  version: number;
}
export interface Refused {
  type: 'refused';
  id: string | null;
  version: number;
  code: string;
  detail: string;
  state: State | null;
}
export interface Presence {
  type: 'presence';
  version: number;
  connected: boolean[];
  watchers: number;
}
export interface SceneMessage {
  type: 'scene';
  version: number;
  ply: number;
  scene: Scene;
  position: string;
}
export interface Reason {
  code: string;
  colour: ColourName | null;
  count: number | null;
  squares: SquareName[];
}
export interface Hint {
  type: 'hint';
  id: string;
  version: number;
  ply: number;
  text: string;
  squares: SquareName[];
  line: string[];
  win_rate: number;
  reasons: Reason[];
}
export interface WinRate {
  type: 'winrate';
  version: number;
  ply: number;
  win_rate: Record<ColourName, number>;
  final: boolean;
}
export interface Notice {
  type: 'notice';
  version: number;
  code: 'engine_preparing' | 'engine_failed' | 'engine_ready';
}
export interface Pong {
  type: 'pong';
  version: number;
  now: number;
}
export type ServerMessage =
  State | Update | Accepted | Refused | Presence | SceneMessage | Hint | WinRate | Notice | Pong;

/** What a seated person does; the socket adds the id by which a repeated one is known. */
export type Action =
  | { type: 'move'; version: number; text: string; seat?: number }
  | { type: 'resign'; seat?: number }
  | { type: 'offer' | 'accept' | 'decline'; kind: OfferKind; seat?: number }
  | { type: 'undo' | 'redo'; version: number }
  | { type: 'pause' | 'resume' | 'stop' };

export interface OptionView {
  name: string;
  kind: 'bool' | 'int' | 'text';
  default: boolean | number | string;
  choices: string[];
  closed: boolean;
  low: number;
  high: number;
}
export interface GameView {
  name: 'carnac' | 'caminos';
  colours: ColourName[];
  letters: Record<ColourName, string>;
  boards: string[];
  seats: number[];
  options: OptionView[];
  reconstructed: boolean;
}
export interface Catalogue {
  version: string;
  games: GameView[];
  levels: number[];
  languages: Record<string, string>;
}
export interface RulesPage {
  game: string;
  language: string;
  title: string;
  intro: string;
  sections: { key: string; title: string; text: string[]; caption: string; picture: string | null }[];
}

export type RecordFormat = 'text' | 'json' | 'boardspace' | 'abstractplay';

export type SeatRequest =
  { kind: 'person'; name: string } | { kind: 'engine'; level: number } | { kind: 'open' };
export interface NewGame {
  game: string;
  options: Record<string, boolean | number | string>;
  seats: SeatRequest[];
  clock: { seconds: number; increment: number } | null;
}
export interface Seated {
  game: string;
  token: string;
  invite: string | null;
  links: { watch: string; join: string | null };
  state: State;
}
