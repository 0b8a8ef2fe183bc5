/** What is said of a game: whose turn it is, what a screen reader is told when it has changed, and what the eye reads. */

import type { GameParts } from '../games/game';
import type { ChangeView, Greeting, MoveView, State } from '../messages';
import type { IconName } from '../parts/Icon.svelte';
import { t } from '../texts.svelte';
import { endSentence, reasonSentence, seatName, sideName, subjectName, textOr } from '../words';
import { isYourTurn } from './signals';

type GameWords = GameParts['words'];

/** Why a game ended otherwise than on the board. */
export const NOT_PLAYED: ReadonlySet<string> = new Set([
  'resign',
  'time',
  'agreement',
  'stopped',
  'imported',
]);

/** A move in words: every game may know a swap, all else is its own. */
export const moveSentence = (words: GameWords, moves: readonly MoveView[], index: number): string =>
  moves[index]?.text === 'swap' ? t('say.swap') : words.moveSentence(moves, index);

/** Who has to do what. */
export function turnSentence(words: GameWords, state: State): string {
  if (state.status === 'waiting') return t('turn.waiting');
  if (!state.turn) return '';
  if (state.paused) return t('turn.paused');
  const { phase, colour, seat } = state.turn;
  if (state.seats[seat]?.kind === 'engine') return t('turn.engine');
  const what = words.turnKind(phase);
  if (state.may.move && state.you.seats.length === 1) return t(`turn.you.${what}`);
  return t(`turn.${what}`, { colour: subjectName(colour) });
}

/** The changes in words, then the score where it is another, then whose turn it is or how it ended. */
export function news(words: GameWords, before: State, after: State, changes: readonly ChangeView[]): string {
  const sentences: string[] = [];
  let ply = after.moves.length - changes.filter((change) => change.kind === 'move').length;
  for (const change of changes) {
    if (change.kind === 'move') sentences.push(moveSentence(words, after.moves, ply++));
    else sentences.push(changeSentence(change));
  }
  const score = words.scoreSentence(after.scene);
  if (score !== words.scoreSentence(before.scene)) sentences.push(score);
  if (after.status === 'over' && before.status !== 'over') {
    sentences.push(`${endSentence(after)}.`, reasonSentence(after));
  } else if (after.status === 'playing') {
    sentences.push(turnSentence(words, after));
  }
  return sentences.filter(Boolean).join(' ');
}

/** A line over the board. */
export interface SaidLine {
  readonly text: string;
  readonly icon: IconName | null;
}

/** What the eye is told besides decisions, with its sign. */
const SEEN: Partial<Record<ChangeView['kind'], IconName>> = {
  join: 'people',
  takeback: 'undo',
  vacation: 'pause',
  pause: 'pause',
};

/** What others have just done, for the eye: one line for each; the viewer knows what they did themselves. */
export function said(words: GameWords, after: State, changes: readonly ChangeView[]): SaidLine[] {
  const lines: SaidLine[] = [];
  let ply = after.moves.length - changes.filter((change) => change.kind === 'move').length;
  for (const change of changes) {
    const index = change.kind === 'move' ? ply++ : null;
    if (change.seat !== null && after.you.seats.includes(change.seat)) continue;
    if (index !== null) lines.push(moveLine(words, after, index));
    else if (change.kind in SEEN)
      lines.push({ text: changeSentence(change), icon: SEEN[change.kind] ?? null });
  }
  return lines.filter(({ text }) => text);
}

function moveLine(words: GameWords, after: State, index: number): SaidLine {
  const { moves, seats, you, turn } = after;
  const [move, following] = [moves[index], moves[index + 1]];
  const own = you.seats.length === 1 ? seats[you.seats[0] as number] : undefined;
  if (move?.text === 'swap') {
    const values = { colour: subjectName(move.colour), own: sideName(own?.colour ?? '') };
    return { text: own ? t('said.swap', values) : t('say.swap'), icon: 'flip' };
  }
  const next = following?.colour ?? turn?.colour ?? null;
  const yours = following ? following.seat === own?.seat : isYourTurn(after);
  const icon = (move && words.moveIcon?.(move.text)) ?? null;
  return { text: words.moveSaid({ moves, index, next, yours }), icon };
}

/** Who of the others has gone or come back while the game is played; `gone` are those who had gone before. */
export function comings(before: State, after: State, gone: Set<number>): SaidLine[] {
  if (before.status !== 'playing' || after.status !== 'playing') return [];
  const lines: SaidLine[] = [];
  for (const one of after.seats) {
    const { seat, kind } = one;
    const [was, is] = [before.connected[seat], after.connected[seat]];
    if (kind !== 'person' || was === is || after.you.seats.includes(seat)) continue;
    // A player who comes for the first time is not back.
    if (is && !gone.delete(seat)) continue;
    if (!is) gone.add(seat);
    lines.push({ text: t(is ? 'seat.back' : 'seat.gone', { name: seatName(after, one) }), icon: 'people' });
  }
  return lines;
}

function changeSentence(change: ChangeView): string {
  switch (change.kind) {
    case 'join':
      return change.detail ? t('say.join', { name: change.detail }) : t('say.join.nameless');
    case 'undo':
    case 'takeback':
      return t('say.undo');
    case 'redo':
      return t('say.redo');
    case 'pause':
      return t('turn.paused');
    case 'vacation':
      return t('say.vacation');
    case 'offer':
      return textOr(`say.offer.${change.detail}`, '');
    case 'decline':
      return t('say.decline');
    default:
      return '';
  }
}

/** What a player calls out, in the viewer's language. */
export function greetingLine(state: State, { seat, words }: Greeting): SaidLine {
  const from = state.seats[seat];
  const text = t(`greet.${words}`);
  return { text: from ? `${seatName(state, from)}: ${text}` : text, icon: 'speech' };
}
