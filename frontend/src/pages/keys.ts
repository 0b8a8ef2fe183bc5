/** All keys that mean something, by where they do. */

import { GAMES } from '../games';
import { KEYS as PLAYING } from '../play/keys';
import type { Route } from '../routes.svelte';
import { KEYS as STUDYING } from '../study/keys';

export interface KeyGroup {
  /** A game, or the end of the key `keys.group.…`. */
  readonly name: string;
  readonly of: 'game' | 'page';
  /** The pages on which these keys come first. */
  readonly pages: readonly Route['page'][];
  readonly keys: readonly (readonly [key: string, text: string])[];
}

const TABLES: readonly Route['page'][] = [
  'game',
  'plan',
  'study',
  'editor',
  'lesson',
  'puzzle',
  'storm',
  'endgames',
];

/** Which every board obeys, so that they are named once. */
const ON_BOARDS: ReadonlySet<string> = new Set(['B', 'Esc']);

const GROUPS: readonly KeyGroup[] = [
  {
    name: 'board',
    of: 'page',
    pages: TABLES,
    keys: [
      ['← → ↑ ↓', 'keys.arrows'],
      ['↵', 'keys.enter'],
      ['X', 'keys.X'],
      ['B', 'keys.B'],
      ['Esc', 'keys.escape'],
    ],
  },
  ...Object.entries(GAMES).map(([name, { keys }]) => ({ name, of: 'game' as const, pages: TABLES, keys })),
  {
    name: 'game',
    of: 'page',
    pages: ['game'],
    keys: [...PLAYING.filter(([key]) => !ON_BOARDS.has(key)), ['J', 'keys.next_game']],
  },
  {
    name: 'puzzle',
    of: 'page',
    pages: ['puzzle', 'endgames', 'storm'],
    keys: [
      ['H', 'keys.H'],
      ['A', 'study.keys.again'],
      ['N', 'keys.next'],
      ['U', 'keys.U'],
      ['← →', 'study.keys.steps'],
      ['Home End', 'keys.ends'],
    ],
  },
  { name: 'study', of: 'page', pages: ['study'], keys: STUDYING },
  {
    name: 'editor',
    of: 'page',
    pages: ['editor'],
    keys: [
      ['Del', 'keys.Delete'],
      ['U', 'keys.U'],
      ['Ctrl Shift Z', 'keys.redo'],
    ],
  },
  { name: 'everywhere', of: 'page', pages: [], keys: [['?', 'keys.help']] },
];

/** The groups, those of a page first. */
export const keysFor = (page: Route['page']): readonly KeyGroup[] =>
  [...GROUPS].sort((a, b) => Number(b.pages.includes(page)) - Number(a.pages.includes(page)));
