/** Sentences about the game: squares, moves, turns and results, in the page's language. */

import type { Fall } from './board/drawing';
import { directionTo, type Direction, type Square } from './board/squares';
import type { MoveView, Scene, SeatView, State } from './messages';
import { settings } from './settings.svelte';
import { known, t } from './texts.svelte';

/** The author's own sheet has black where the published game has white. */
const themed = (colour: string): string =>
  colour === 'white' && settings.stones === 'black-red' ? 'black' : colour;

/** A colour as the name of a side: "Red". */
export const sideName = (colour: string): string => t(`colour.${themed(colour)}`);
/** A colour as something seen: "red". */
export const shadeName = (colour: string): string => t(`shade.${themed(colour)}`);
export const gameName = (game: string): string => t(`game.${game}`);

export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return t('say.list', { first: items.slice(0, -1).join(', '), last: items[items.length - 1] as string });
}

/** What is on a square: "c4, red, standing". */
export function squareLabel(scene: Scene, square: Square, falls: readonly Fall[], fits: boolean): string {
  let label = occupantLabel(scene, square);
  const fall = falls.find((f) => f.squares.includes(square));
  if (fall) {
    const direction = t(`direction.${fall.direction}`);
    label = t('square.fall', { label, direction, colour: shadeName(fall.colour) });
  }
  return fits ? t('square.fits', { label }) : label;
}

function occupantLabel(scene: Scene, square: Square): string {
  const top = scene.tops[square];
  if (!top) return t('square.empty', { square });
  const colour = shadeName(top);
  if (scene.game === 'caminos') {
    const label = t('square.cube', { square, colour, count: scene.heights[square] ?? 1 });
    const onPath = Object.values(scene.path).some((path) => path.includes(square));
    return onPath ? t('square.path', { label }) : label;
  }
  const stone = scene.stones.find((s) => s.squares.includes(square));
  const standing = stone?.squares.length === 1;
  let label = t(standing ? 'square.standing' : 'square.lying', { square, colour });
  if (scene.pending === square) label = t('square.pending', { label });
  const dolmen = Object.values(scene.dolmens)
    .flat()
    .find((d) => d.squares.includes(square));
  return dolmen ? t('square.dolmen', { label, count: dolmen.size }) : label;
}

/** Which way a tilt went: from the square its stone stood on to where it lies. */
function tiltDirection(moves: readonly MoveView[], index: number): Direction | null {
  const move = moves[index];
  const placed = moves.slice(0, index).findLast((m) => m.stone === move?.stone);
  const [from, to] = [placed?.squares[0], move?.squares[0]];
  return from && to ? directionTo(from, to) : null;
}

/** A move as it is announced. */
export function moveSentence(moves: readonly MoveView[], index: number): string {
  const move = moves[index];
  if (!move) return '';
  const colour = sideName(move.colour);
  if (move.text === 'swap') return t('say.swap');
  if (move.text === '-') return t('say.leave', { colour });
  if (move.text.includes(':')) {
    const shape = move.text.split(':')[0] as string;
    return t('say.piece', { colour, shape, squares: listOf(move.squares) });
  }
  const top = shadeName(move.top ?? 'red');
  if (move.text.length === 1) {
    const direction = t(`direction.${tiltDirection(moves, index) ?? move.text}`);
    return t('say.tilt', { colour, direction, squares: listOf(move.squares), top });
  }
  const axis = shadeName(move.axis ?? 'red');
  return t('say.place', { colour, square: move.squares[0] ?? '', top, axis });
}

/** What somebody at a seat is called. */
export function seatName(state: State, seat: SeatView): string {
  if (seat.kind === 'engine') return t('seat.engine', { level: seat.level ?? 1 });
  if (seat.kind === 'open') return t('seat.open');
  if (seat.name) return seat.name;
  if (state.you.seats.length === 1 && state.you.seats[0] === seat.seat) return t('seat.you');
  return t('seat.person', { number: seat.seat + 1 });
}

/** Who has to do what. */
export function turnSentence(state: State): string {
  if (state.status === 'waiting') return t('turn.waiting');
  if (!state.turn) return '';
  if (state.paused) return t('turn.paused');
  const { phase, colour, seat } = state.turn;
  const what = phase === 'place' && state.rules === 'caminos' ? 'piece' : phase;
  if (state.seats[seat]?.kind === 'engine') return t('turn.engine');
  if (state.may.move && state.you.seats.length === 1) return t(`turn.you.${what}`);
  return t(`turn.${what}`, { colour: sideName(colour) });
}

/** The standing in dolmens; nothing in Caminos. */
export function scoreSentence(scene: Scene): string {
  if (scene.game !== 'carnac') return '';
  const values = { red: scene.dolmens['red']?.length ?? 0, white: scene.dolmens['white']?.length ?? 0 };
  return t(settings.stones === 'black-red' ? 'say.score.black' : 'say.score', values);
}

/** How the game ended, for this viewer. */
export function endSentence(state: State): string {
  const { outcome, you } = state;
  if (!outcome) return '';
  if (outcome.reason === 'stopped') return t('end.stopped');
  if (!outcome.winner) return t('end.draw');
  const colour = sideName(outcome.winner);
  const alone = you.role === 'player' && you.seats.length === 1;
  if (alone && outcome.seats.includes(you.seats[0] as number)) return t('end.you.win');
  return alone ? t('end.you.lose', { colour }) : t('end.wins', { colour });
}

/** Why it ended: the rules' reason or the people's. */
export function reasonSentence(state: State): string {
  const key = `outcome.${(state.outcome?.reason ?? '').replaceAll(' ', '_')}`;
  return known(key) ? t(key) : '';
}

/** What went wrong, in the reader's language. */
export function problemSentence(code: string): string {
  if (code === 'away') return t('connection.away.text');
  const key = `error.${code}`;
  return known(key) ? t(key) : t('error.invalid');
}
