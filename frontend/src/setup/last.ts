/** The setup of the last game, so that the next one is a press of a button away. */

import type { GameView } from '../messages';
import { keep, recallValue } from '../storage';
import { newForm, OTHER, seatsFor, type Form } from './form';
import type { Way } from './ways';

const KEPT = 'stonefield.setups';

/** What was chosen for the last game of each kind; the way to play is chosen each time. */
export const keepSetup = (form: Form): void =>
  keep(KEPT, JSON.stringify({ ...recallValue<Record<string, Form>>(KEPT, {}), [form.game]: form }));

/** A form as it was filled in the last time, as far as the game still offers that. */
export function formFor(game: GameView, way: Way, name: string): Form {
  const fresh = newForm(game, way, name);
  const last = recallValue<Record<string, Partial<Form>>>(KEPT, {})[game.name];
  if (!last) return fresh;
  const boards = [...game.boards.map((board) => board.name), ...(game.sides ? [OTHER] : [])];
  const form: Form = { ...fresh, ...last, game: game.name, way, name, counts: false };
  if (!boards.includes(form.board)) form.board = fresh.board;
  if (!game.seats.includes(form.players)) form.players = fresh.players;
  form.numbers = { ...fresh.numbers, ...pick(last.numbers, fresh.numbers) };
  form.switches = { ...fresh.switches, ...pick(last.switches, fresh.switches) };
  if (last.way !== way) form.seats = seatsFor(way);
  return form;
}

const pick = <Value>(from: Record<string, Value> | undefined, known: object): Record<string, Value> =>
  Object.fromEntries(Object.entries(from ?? {}).filter(([name]) => name in known));
