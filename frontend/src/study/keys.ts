/** Keys of a study, as commands; those of the game come first. */

import { pressed } from '../deciding/keys';
import { choices, choose } from './choices.svelte';
import type { Desk } from './desk.svelte';

/** The keys with the texts that explain them. */
export const KEYS: readonly (readonly [key: string, text: string])[] = [
  ['← →', 'study.keys.steps'],
  ['↑ ↓', 'study.keys.beside'],
  ['M', 'study.keys.mistake'],
  ['A', 'study.keys.again'],
  ['L', 'study.keys.lines'],
  ['P', 'study.keys.threat'],
  ['O', 'study.keys.outlook'],
  ['C', 'study.keys.comment'],
  ['U', 'study.keys.undo'],
  ['X', 'study.keys.draw'],
];

/** Tabs are walked through by these arrows; the other keys mean there what they mean elsewhere. */
const walksTabs = (target: EventTarget | null, key: string): boolean =>
  (key === 'ArrowLeft' || key === 'ArrowRight') &&
  target instanceof HTMLElement &&
  target.closest('[role=tablist]') !== null;

const COMMANDS: Readonly<Record<string, (desk: Desk) => void>> = {
  ArrowLeft: (desk) => desk.step(-1),
  '[': (desk) => desk.step(-1),
  ArrowRight: (desk) => desk.step(1),
  ']': (desk) => desk.step(1),
  ArrowUp: (desk) => desk.sidestep(-1),
  ArrowDown: (desk) => desk.sidestep(1),
  Home: (desk) => desk.toStart(),
  End: (desk) => desk.toEnd(),
  A: (desk) => desk.walk.tryAgain(),
  P: (desk) => (desk.threat = !desk.threat),
  O: () => choose({ outlook: !choices.outlook }),
  U: (desk) => desk.study.mayEdit && desk.study.act({ type: 'undo' }),
  Escape: (desk) => {
    desk.reconsider();
    desk.walk.stop();
  },
};

/** What the page itself does at a key. */
interface Page {
  bird(): void;
  comment(): void;
  lines(): void;
}

/** Do what a key means; true if it meant anything. */
export function obey(event: KeyboardEvent, desk: Desk, page: Page): boolean {
  const key = pressed(event);
  if (!key || walksTabs(event.target, key)) return false;
  if (desk.legal && desk.hand.key(key)) return true;
  if (key === 'B') page.bird();
  else if (key === 'C') page.comment();
  else if (key === 'L') page.lines();
  else if (key === 'M') desk.walk.next(event.shiftKey ? -1 : 1);
  else if (COMMANDS[key]) COMMANDS[key](desk);
  else {
    desk.keep(key);
    return false;
  }
  return true;
}
