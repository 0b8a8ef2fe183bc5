/** How the folders of the page depend on each other: knowledge flows one way, and game words stay with their game. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(ts|svelte|css)$/.test(file) && !file.startsWith('generated'),
);
const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');

/** A room is a folder, or a file beside the folders. */
const roomOf = (file: string): string => file.split('/')[0]?.replace(/(\.svelte)?(\.ts)?$/, '') ?? '';

/** What a file imports, types as well. A page that is loaded when it is opened is no more than a link to it. */
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:from|import) '(\.[^']*)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path as string)),
  );

test('no folder needs another one that needs it', () => {
  const needs = new Map<string, Set<string>>();
  for (const file of files) {
    const room = roomOf(file);
    const known = needs.get(room) ?? new Set();
    needs.set(room, known);
    for (const path of importsOf(file)) if (roomOf(path) !== room) known.add(roomOf(path));
  }
  /** Rooms that need none of the others, or that none of them needs, are taken away until only circles are left. */
  const left = new Map(needs);
  const isLow = (room: string): boolean => [...(needs.get(room) ?? [])].every((need) => !left.has(need));
  const isHigh = (room: string): boolean => [...left.values()].every((of) => !of.has(room));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const room of [...left.keys()].filter((one) => isLow(one) || isHigh(one))) left.delete(room);
  }
  const circles = [...left].map(([room, of]) => `${room} → ${[...of].filter((need) => left.has(need))}`);
  expect(circles).toEqual([]);
});

test('only the backend, the sources of parts that come later and what goes up know which source the page plays from', () => {
  const knowing = files.filter((file) => importsOf(file).some((path) => roomOf(path) === 'remote'));
  expect(knowing.filter((file) => roomOf(file) !== 'remote')).toEqual([
    'accounts.ts',
    'backend.ts',
    'seeks.ts',
    'speech.ts',
    'offline/sending.ts',
    'offline/tries.ts',
  ]);
});

test('the words of one game are in the folder of that game', () => {
  const GAME_WORDS = /stone(?!field)|axis|dolmen|megalith|\bpairs\b/i;
  /** The name of our record files, which hold any game. */
  const RECORDS = /\.stones\b|'stones'/g;
  const found = files
    .filter((file) => !/^games\/\w+\//.test(file))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .map((line, i) => `${file}:${i + 1} ${line.trim()}`)
        .filter((line) => GAME_WORDS.test(line.replaceAll(RECORDS, ''))),
    );
  expect(found).toEqual([]);
});
