/** The list of keys tells the truth: what it names is obeyed where it says so. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { keysFor } from '../src/pages/keys';
import { obey } from '../src/play/keys';

const source = (file: string): string => readFileSync(join(import.meta.dirname, '../src', file), 'utf8');
/** Where the keys of a group are obeyed. */
const OBEYED: Readonly<Record<string, readonly string[]>> = {
  board: ['board/Grid.svelte', 'board/stroke.svelte.ts', 'deciding/TablePage.svelte'],
  puzzle: ['practice/PuzzlePage.svelte', 'practice/EndgamePage.svelte', 'practice/PuzzleBoard.svelte'],
  study: ['study/keys.ts', 'board/stroke.svelte.ts'],
  editor: ['editor/EditorTable.svelte'],
  everywhere: ['pages/Header.svelte'],
};
const NAMES: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  Esc: 'Escape',
  Del: 'Delete',
};

// There is no document here.
beforeAll(() => void vi.stubGlobal('HTMLElement', EventTarget));

test('every key of the list is obeyed by the page it is listed for', () => {
  for (const { name, of, keys } of keysFor('home')) {
    if (of === 'game' || name === 'game') continue;
    const obeying = (OBEYED[name] ?? []).map(source).join('\n');
    for (const [shown] of keys) {
      // Enter presses the button of a square, as in any page.
      if (shown === '↵') continue;
      const wanted = shown.startsWith('Ctrl') ? [shown.replaceAll(' ', '+')] : shown.split(' ');
      for (const one of wanted) {
        const key = NAMES[one] ?? one;
        const written = new RegExp(`'${key.replace(/[+?]/g, '\\$&')}'|\\b${key.replace(/\W/g, '')}:`);
        expect(obeying, `${name}: ${key}`).toMatch(written);
      }
    }
  }
});

test('the keys of a page come first', () => {
  const first = (page: Parameters<typeof keysFor>[0]) => keysFor(page).map(({ name }) => name);
  expect(first('study').indexOf('study')).toBeLessThan(first('study').indexOf('game'));
  expect(first('editor').indexOf('editor')).toBeLessThan(first('editor').indexOf('puzzle'));
  expect(first('home')[0]).toBe('board');
  expect(first('home').at(-1)).toBe('everywhere');
});

test('a game obeys the keys of its list, and no others', () => {
  const done: string[] = [];
  const note = (what: string) => (argument?: unknown) => void done.push(`${what} ${String(argument ?? '')}`);
  const game = {
    hand: { key: () => false },
    mayAsk: true,
    state: { may: { undo: false }, version: 1 },
    step: note('step'),
    goTo: note('go'),
    askHint: note('hint'),
    act: note('act'),
    reconsider: note('reconsider'),
  } as unknown as Parameters<typeof obey>[1];
  const press = (key: string) =>
    obey({ key, altKey: false, ctrlKey: false, metaKey: false, target: null } as KeyboardEvent, game, () =>
      note('bird')(),
    );
  expect(['ArrowLeft', ']', 'Home', 'End', 'h', 'b', 'Escape'].map(press)).not.toContain(false);
  // What may not be done is left to the browser.
  expect([press('u'), press('q')]).toEqual([false, false]);
  expect(done).toEqual([
    'step -1',
    'step 1',
    'go 0',
    'go Infinity',
    'hint ',
    'bird ',
    'reconsider ',
    'go Infinity',
  ]);
});
