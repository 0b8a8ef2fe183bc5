/** Keys of the game page, as commands. */

import { pressed } from '../deciding/keys';
import type { GameController } from './controller.svelte';

interface Command {
  /** By the names that `pressed` has for them. */
  readonly keys: readonly string[];
  /** How the keys are shown, and the text that explains them; the command before may do that for both. */
  readonly help?: readonly [key: string, text: string];
  /** True if it meant anything. */
  run(game: GameController, toggleBird: () => void): boolean;
}

const always =
  (run: (game: GameController, toggleBird: () => void) => void): Command['run'] =>
  (game, toggleBird) => {
    run(game, toggleBird);
    return true;
  };

const COMMANDS: readonly Command[] = [
  {
    keys: ['ArrowLeft', '['],
    help: ['← →', 'study.keys.steps'],
    run: always((game) => game.step(-1)),
  },
  { keys: ['ArrowRight', ']'], run: always((game) => game.step(1)) },
  { keys: ['Home'], help: ['Home End', 'keys.ends'], run: always((game) => game.goTo(0)) },
  { keys: ['End'], run: always((game) => game.goTo(Infinity)) },
  {
    keys: ['H'],
    help: ['H', 'keys.H'],
    run: (game) => {
      if (game.mayAsk) game.askHint();
      return game.mayAsk;
    },
  },
  {
    keys: ['U'],
    help: ['U', 'keys.U'],
    run: (game) => {
      const { may, version } = game.state;
      if (may.undo) game.act({ type: 'undo', version });
      return may.undo;
    },
  },
  { keys: ['B'], help: ['B', 'keys.B'], run: always((_, toggleBird) => toggleBird()) },
  {
    keys: ['Escape'],
    help: ['Esc', 'keys.escape'],
    run: always((game) => {
      game.reconsider();
      game.goTo(Infinity);
    }),
  },
];

/** The keys with the texts that explain them. */
export const KEYS = COMMANDS.flatMap(({ help }) => (help ? [help] : []));

/** Do what a key means; true if it meant anything. */
export function obey(event: KeyboardEvent, game: GameController, toggleBird: () => void): boolean {
  const key = pressed(event);
  if (!key) return false;
  if (game.hand.key(key)) return true;
  const command = COMMANDS.find(({ keys }) => keys.includes(key));
  return command?.run(game, toggleBird) ?? false;
}
