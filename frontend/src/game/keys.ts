/** Keys of the game page, as commands. */

import type { GameController } from './controller.svelte';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, dialog, [contenteditable]') !== null;

/** Do what a key means; true if it meant anything. */
export function obey(event: KeyboardEvent, game: GameController, toggleBird: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return false;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const { legal, state } = game;
  if (legal?.game === 'carnac' && legal.answers.some((answer) => answer.text === key)) {
    game.decide(key);
    return true;
  }
  if (legal?.game === 'caminos' && /^[1-9]$/.test(key)) return holdShape(game, Number(key) - 1);
  switch (key) {
    case 'T':
      game.flip();
      return true;
    case 'R':
      game.turn();
      return true;
    case 'B':
      toggleBird();
      return true;
    case 'H':
      if (state?.may.hint) game.askHint();
      return Boolean(state?.may.hint);
    case 'U':
      if (state?.may.undo) game.act({ type: 'undo', version: state.version });
      return Boolean(state?.may.undo);
    case 'ArrowLeft':
    case '[':
      game.step(-1);
      return true;
    case 'ArrowRight':
    case ']':
      game.step(1);
      return true;
    case 'Home':
      game.goTo(0);
      return true;
    case 'End':
      game.goTo(Infinity);
      return true;
    case 'Escape':
      game.chosen = null;
      game.goTo(Infinity);
      return true;
    default:
      return false;
  }
}

function holdShape(game: GameController, index: number): boolean {
  const { legal } = game;
  if (legal?.game !== 'caminos') return false;
  const shape = Object.keys(legal.shapes)[index];
  if (!shape) return false;
  game.hold({ shape, way: '' });
  return true;
}
