/** Names and sentences that serve any game, in the page's language; `games/` has each game's own. */

import type { SeatView, State } from './messages';
import { Problem } from './source';
import { known, t, texts } from './texts.svelte';

const MOST_SQUARES = 4;

/** Colours that a game calls otherwise than the server does. */
export const colourNames: Record<string, () => string> = {};
const named = (colour: string): string => colourNames[colour]?.() ?? colour;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** The text of a key, or the plain name of a thing that only the server knows. */
export const textOr = (key: string, name: string): string => (known(key) ? t(key) : capital(name));

/** A colour as its player, at the head of a sentence: "Red places", "Il Rosso gioca". */
export const subjectName = (colour: string): string => textOr(`side.${named(colour)}`, colour);
/** A colour as a label: "Red". */
export const sideName = (colour: string): string => textOr(`colour.${named(colour)}`, colour);
/** A colour as something seen: "red". */
export const shadeName = (colour: string): string =>
  known(`shade.${named(colour)}`) ? t(`shade.${named(colour)}`) : colour;
export const gameName = (game: string): string => textOr(`game.${game}`, game);
export const boardName = (board: string): string => textOr(`setup.board.${board}`, board);

/** The colours at the table, that of the first seat first. */
export const sidesOf = (state: State): string[] => [...new Set(state.seats.map((seat) => seat.colour))];

export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return t('say.list', { first: items.slice(0, -1).join(', '), last: items[items.length - 1] as string });
}

/** The squares by name, from the fifth on only how many there are. */
export function squaresOf(squares: readonly string[]): string {
  const named = squares.slice(0, MOST_SQUARES);
  const more = squares.length - named.length;
  return listOf(more ? [...named, t('squares.more', { count: more })] : named);
}

/** A number, or the word for none of them. */
export const numberOrNone = (count: number): number | string => count || t('count.none');

/** A level's number as the language writes it: 4.5 is 4,5 in German. */
export const levelNumber = (level: number): string =>
  new Intl.NumberFormat(texts.language, { maximumFractionDigits: 1 }).format(level);

/** The highest level that is reached: "Gatherer" from 2 to 2.9, of players, puzzles and engines alike. */
export const levelName = (level: number): string => t(`level.${Math.max(1, Math.floor(level))}`);

/** The score, unless it is even although one side has won: then it explains nothing. */
export const tellingScore = (counts: readonly number[], winner: string | null): readonly number[] =>
  winner !== null && new Set(counts).size < 2 ? [] : counts;

/** An engine at a level. */
export const engineName = (level: number | null): string =>
  t('seat.engine', { name: levelName(level ?? 1), level: levelNumber(level ?? 1) });

/** What the player of a seat is called. */
export function seatName(state: State, seat: SeatView): string {
  if (seat.kind === 'engine') return engineName(seat.level);
  if (seat.kind === 'open') return t('seat.open');
  if (seat.name) return seat.name;
  if (state.you.seats.length === 1 && state.you.seats[0] === seat.seat) return t('seat.you');
  return t('seat.person', { number: seat.seat + 1 });
}

/** The viewer's only seat, for whom sentences say "you"; null at one screen and for spectators. */
const onlySeat = ({ you }: State): number | null =>
  you.role === 'player' && you.seats.length === 1 ? (you.seats[0] as number) : null;

/** How the game ended, for this viewer. */
export function endSentence(state: State): string {
  const { outcome } = state;
  if (!outcome) return '';
  if (outcome.reason === 'stopped') return t('end.stopped');
  if (!outcome.winner) return t('end.draw');
  const colour = subjectName(outcome.winner);
  const seat = onlySeat(state);
  if (seat === null) return t('end.wins', { colour });
  return outcome.seats.includes(seat) ? t('end.you.win') : t('end.you.lose');
}

/** Why it ended: the rules' reason, or what a player did, said to this viewer. */
export function reasonSentence(state: State): string {
  const { outcome, seats } = state;
  const reason = (outcome?.reason ?? '').replaceAll(' ', '_');
  const loser = seats.find(({ seat }) => !outcome?.seats.includes(seat));
  if (!outcome?.winner || !loser || (reason !== 'resign' && reason !== 'time')) {
    return textOr(`outcome.${reason}`, '');
  }
  const seat = onlySeat(state);
  if (seat === null) return t(`end.${reason}.colour`, { colour: subjectName(loser.colour) });
  return t(outcome.seats.includes(seat) ? `end.${reason}.other` : `end.${reason}.you`);
}

/** Why something failed, in the reader's language. */
export const problemOf = (error: unknown): string =>
  problemSentence(error instanceof Problem ? error.code : 'invalid');

/** What went wrong, in the reader's language. */
export function problemSentence(code: string): string {
  if (code === 'away') return t('connection.away.text');
  // What the server refuses, and what happens in the browser itself.
  const key = [`error.${code}`, `people.problem.${code}`].find(known);
  return t(key ?? 'error.invalid');
}

/** A line as a record that any reader takes. */
export const recordOf = (game: string, position: string, moves: readonly string[]): string =>
  `[Game "${game}"]\n[Position "${position}"]\n\n${moves.join(' ')} *\n`;
