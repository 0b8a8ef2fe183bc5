/** The setup page's form, and the request it becomes. */

import type { GameView, NewGame, OptionView, SeatRequest } from '../messages';
import type { Way } from './ways';

export interface SeatForm {
  kind: SeatRequest['kind'];
  level: number;
}

export interface Form {
  game: string;
  way: Way;
  board: string;
  files: number;
  ranks: number;
  players: 2 | 4;
  /** Whether I begin, where only one side is mine. */
  begin: 'me' | 'them' | typeof RANDOM;
  /** My colour, or `RANDOM`; where both sides or none are mine, the colour that begins. */
  colour: string;
  levels: [first: number, second: number];
  /** Whether the engine is to be as strong as I am, where it is known how strong its levels are. */
  fit: boolean;
  /** The level that fits. */
  fitting: number;
  /** With four players: who sits where, in the order of play. */
  seats: SeatForm[];
  /** Options that are numbers, by name. */
  numbers: Record<string, number>;
  switches: Record<string, boolean>;
  /** Which costly decisions the engine points out at once, in games against it. */
  coach: Coach;
  /** Whether the result is to change ratings, where it can. */
  rated: boolean;
  /** Whether it will, as far as the page knows. */
  counts: boolean;
  clock: string;
  /** With days: no time runs at weekends. */
  weekends: boolean;
  minutes: number;
  increment: number;
  name: string;
}

export type Coach = Required<NewGame>['coach'];
export const COACHES: readonly Coach[] = ['off', 'blunders', 'mistakes', 'inaccuracies'];

/** Minutes for the game and seconds after each turn. */
export const CLOCKS = ['3+2', '5+5', '10+10', '20+20'] as const;
/** A correspondence game: days for each, never more, and hours after each turn. */
export const SLOW = 'days';
export const DAYS = 10;
export const HOURS = 36;
export const OTHER = 'other';
export const RANDOM = 'random';

/** The options that are asked for as numbers; the number of players is a question of its own. */
export const numbersOf = (game: GameView): OptionView[] =>
  game.options.filter((option) => option.kind === 'int' && option.name !== 'players');

export function newForm(game: GameView, way: Way, name: string): Form {
  return {
    game: game.name,
    way,
    board: game.first_board,
    files: 6,
    ranks: 5,
    players: 2,
    begin: 'me',
    colour: game.colours[0] as string,
    levels: [3, 3],
    fit: true,
    fitting: game.newcomer ?? 3,
    seats: seatsFor(way),
    numbers: Object.fromEntries(numbersOf(game).map((o) => [o.name, Number(o.default)])),
    switches: Object.fromEntries(
      game.options.filter((o) => o.kind === 'bool').map((o) => [o.name, Boolean(o.default)]),
    ),
    coach: 'off',
    rated: false,
    counts: false,
    clock: 'none',
    weekends: false,
    minutes: 10,
    increment: 5,
    name,
  };
}

/** Four seats as a way to play suggests them; seats 0 and 2 are one team. */
export function seatsFor(way: Way): SeatForm[] {
  const others = ({ engine: 'engine', screen: 'person', friend: 'open', watch: 'engine' } as const)[way];
  const mine = way === 'watch' ? 'engine' : 'person';
  return ([mine, others, others, others] as const).map((kind) => ({ kind, level: 3 }));
}

/** Whether one side is mine and the other an opponent's. */
export const isDuel = (form: Form): boolean =>
  form.players === 2 && (form.way === 'engine' || form.way === 'friend');

/** The colour as it is shown: where no side is your own, nothing is left to chance. */
export const colourOf = (form: Form, game: GameView): string =>
  form.colour === RANDOM && !isDuel(form) ? (game.colours[0] as string) : form.colour;

/** Options that leave a game as hard as it is. */
const EITHER_WAY: ReadonlySet<string> = new Set(['board', 'first', 'swap']);

/** Whether it is the game that the levels were measured in, so that its result tells how strong the player is. */
export function isUsual(form: Form, game: GameView): boolean {
  const chosen: Record<string, unknown> = { ...form.numbers, ...form.switches, players: form.players };
  const same = game.options.every(
    ({ name, default: usual }) => EITHER_WAY.has(name) || (chosen[name] ?? usual) === usual,
  );
  return same && form.board !== OTHER;
}

export const hasOption = (game: GameView, name: string): boolean =>
  game.options.some((option) => option.name === name);

type Request = Required<Omit<NewGame, 'position' | 'coach' | 'learner' | 'rated'>> & Pick<NewGame, 'coach'>;

/** The request of a form; `chance` is asked where something is left to it. */
export function requestOf(wishes: Form, game: GameView, chance: () => number = Math.random): Request {
  const form = settled(wishes, game, chance);
  const options: Record<string, boolean | number | string> = { ...form.numbers, ...form.switches };
  if (hasOption(game, 'board')) {
    options['board'] = form.board === OTHER ? `${form.files}x${form.ranks}` : form.board;
  }
  if (hasOption(game, 'first')) options['first'] = beginner(form, game);
  if (hasOption(game, 'players')) options['players'] = form.players;
  // Four play in teams, whose colours cannot be exchanged.
  if (form.players === 4) options['swap'] = false;
  const coach = form.way === 'engine' && form.coach !== 'off' ? { coach: form.coach } : {};
  const level = form.fit && game.newcomer !== null ? form.fitting : form.levels[0];
  return { game: form.game, options, seats: seatsOf(form, level), clock: clockOf(form), ...coach };
}

/** The same wishes with nothing left to chance. */
function settled(form: Form, game: GameView, chance: () => number): Form {
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(chance() * values.length)] as Value;
  const colour = isDuel(form) && form.colour === RANDOM ? one(game.colours) : colourOf(form, game);
  return { ...form, colour, begin: form.begin === RANDOM ? one(['me', 'them'] as const) : form.begin };
}

function beginner(form: Form, game: GameView): string {
  if (!isDuel(form) || form.begin === 'me') return form.colour;
  return game.colours.find((colour) => colour !== form.colour) as string;
}

/** Who sits where; `opponent` is the engine's level in a game against it. */
function seatsOf(form: Form, opponent: number): SeatRequest[] {
  const name = form.name.trim();
  const seat = ({ kind, level }: SeatForm): SeatRequest => {
    if (kind === 'engine') return { kind, level };
    return kind === 'open' ? { kind } : { kind, name: '' };
  };
  if (form.players === 4) {
    const seats = form.seats.map(seat);
    const mine = seats.findIndex((s) => s.kind === 'person');
    return seats.map((s, i) => (i === mine ? { kind: 'person', name } : s));
  }
  const [first, second] = form.levels;
  if (form.way === 'watch') return [first, second].map((level) => ({ kind: 'engine', level }));
  if (form.way === 'screen') return [seat({ kind: 'person', level: 1 }), seat({ kind: 'person', level: 1 })];
  const me: SeatRequest = { kind: 'person', name };
  const them = seat({ kind: form.way === 'engine' ? 'engine' : 'open', level: opponent });
  return form.begin === 'me' ? [me, them] : [them, me];
}

export function clockOf(form: Form): Required<NewGame>['clock'] {
  if (form.clock === OTHER) return { seconds: Math.round(form.minutes * 60), increment: form.increment };
  // Only people who follow a link have days.
  if (form.clock === SLOW && form.way !== 'friend') return null;
  return clockFor(form.clock, form.weekends);
}

/** The clock that a choice such as `5+5` means. */
export function clockFor(choice: string, weekends = false): Required<NewGame>['clock'] {
  if (choice === 'none') return null;
  if (choice === SLOW) return { bank_hours: 24 * DAYS, increment_hours: HOURS, weekends_free: weekends };
  const [minutes, increment] = choice.split('+').map(Number) as [number, number];
  return { seconds: minutes * 60, increment };
}
