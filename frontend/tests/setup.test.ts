import { expect, test } from 'vitest';
import type { GameView, OptionView } from '../src/messages';
import { squareAt } from '../src/board/squares';
import { isUsual, newForm, OTHER, RANDOM, requestOf } from '../src/setup/form';

const option = (name: string, kind: OptionView['kind'], value: OptionView['default']): OptionView => ({
  name,
  kind,
  default: value,
  choices: [],
  closed: true,
  low: 0,
  high: 0,
});
const board = (name: string, files: number, ranks: number): GameView['boards'][number] => ({
  name,
  files,
  ranks,
  squares: Array.from({ length: files * ranks }, (_, i) => squareAt(i % files, Math.floor(i / files))),
  sides: [],
});
const carnac: GameView = {
  name: 'carnac',
  colours: ['red', 'white'],
  letters: { red: 'r', white: 'w' },
  boards: [board('small', 8, 5), board('medium', 10, 7), board('large', 14, 9)],
  first_board: 'medium',
  sides: [3, 14],
  rules: true,
  newcomer: 3,
  level_ratings: [600, 800, 1000],
  rated_levels: [800, 1150, 1500],
  showcase: true,
  paints: ['red-white', 'black-red'],
  seats: [2],
  reconstructed: false,
  options: [
    option('board', 'text', 'medium'),
    option('stock', 'int', 28),
    option('first', 'text', 'red'),
    option('final_tilt', 'bool', false),
    option('swap', 'bool', false),
  ],
};
const caminos: GameView = {
  ...carnac,
  name: 'caminos',
  colours: ['yellow', 'green'],
  boards: [board('square', 8, 8)],
  first_board: 'square',
  sides: null,
  seats: [2, 4],
  options: [
    option('board', 'text', 'square'),
    option('players', 'int', 2),
    option('first', 'text', 'yellow'),
    option('neutral', 'bool', false),
    option('swap', 'bool', false),
  ],
};

test('against the engine I begin with red on the default board', () => {
  expect(requestOf(newForm(carnac, 'engine', ' Ann '), carnac)).toEqual({
    game: 'carnac',
    options: { board: 'medium', stock: 28, first: 'red', final_tilt: false, swap: false },
    seats: [
      { kind: 'person', name: 'Ann' },
      { kind: 'engine', level: 3 },
    ],
    clock: null,
  });
});

test('when the other side begins, my colour is the second one', () => {
  const request = requestOf({ ...newForm(carnac, 'friend', ''), begin: 'them', colour: 'red' }, carnac);
  expect(request.options['first']).toBe('white');
  expect(request.seats).toEqual([{ kind: 'open' }, { kind: 'person', name: '' }]);
});

test('at one screen the chosen colour begins', () => {
  const request = requestOf({ ...newForm(carnac, 'screen', 'Ann'), colour: 'white', begin: 'them' }, carnac);
  expect(request.options['first']).toBe('white');
  expect(request.seats.map((seat) => seat.kind)).toEqual(['person', 'person']);
});

test('another size of the board is written as files by ranks', () => {
  const request = requestOf({ ...newForm(carnac, 'screen', ''), board: 'other', files: 5, ranks: 4 }, carnac);
  expect(request.options['board']).toBe('5x4');
});

test('a clock is minutes and an increment, from the list or one’s own', () => {
  const form = newForm(carnac, 'friend', '');
  expect(requestOf({ ...form, clock: '5+5' }, carnac).clock).toEqual({ seconds: 300, increment: 5 });
  const own = { ...form, clock: 'other', minutes: 0.5, increment: 0 };
  expect(requestOf(own, carnac).clock).toEqual({ seconds: 30, increment: 0 });
});

test('four players sit in the order of play and never swap', () => {
  const form = newForm(caminos, 'engine', 'Ann');
  const request = requestOf({ ...form, players: 4, switches: { swap: true, neutral: true } }, caminos);
  expect(request.options).toMatchObject({ players: 4, swap: false, neutral: true });
  expect(request.seats).toHaveLength(4);
  expect(request.seats[0]).toEqual({ kind: 'person', name: 'Ann' });
});

test('two engines have a level each', () => {
  const form = { ...newForm(carnac, 'watch', ''), levels: [2, 9] as [number, number] };
  expect(requestOf(form, carnac).seats).toEqual([
    { kind: 'engine', level: 2 },
    { kind: 'engine', level: 9 },
  ]);
});

test('a game is asked only for the options it has', () => {
  const trio: GameView = {
    ...carnac,
    name: 'trio',
    options: [option('board', 'text', 'tiny')],
    first_board: 'tiny',
  };
  expect(requestOf(newForm(trio, 'screen', ''), trio).options).toEqual({ board: 'tiny' });
});

test('chance gives either colour and either turn', () => {
  const form = { ...newForm(carnac, 'engine', ''), colour: RANDOM, begin: RANDOM } as const;
  const [low, high] = [0, 0.99].map((value) => requestOf(form, carnac, () => value));
  expect([low?.options['first'], low?.seats[0]?.kind]).toEqual(['red', 'person']);
  expect([high?.options['first'], high?.seats[0]?.kind]).toEqual(['red', 'engine']);
  const colours = [0, 0.99].map(
    (value) => requestOf({ ...form, begin: 'me' }, carnac, () => value).options['first'],
  );
  expect(colours).toEqual(['red', 'white']);
});

test('an engine as strong as I am takes the level that fits, unless I choose one or none was ever measured', () => {
  const form = { ...newForm(carnac, 'engine', ''), fitting: 4.3 };
  const engine = (seats: ReturnType<typeof requestOf>['seats']) => seats.find((s) => s.kind === 'engine');
  expect(engine(requestOf(form, carnac).seats)).toEqual({ kind: 'engine', level: 4.3 });
  expect(engine(requestOf({ ...form, fit: false }, carnac).seats)).toEqual({ kind: 'engine', level: 3 });
  expect(engine(requestOf(form, { ...carnac, newcomer: null }).seats)).toEqual({ kind: 'engine', level: 3 });
});

test('engines that play each other take the levels they are given', () => {
  const form = { ...newForm(carnac, 'watch', ''), fitting: 4.3, levels: [2, 5] as [number, number] };
  expect(requestOf(form, carnac).seats).toEqual([
    { kind: 'engine', level: 2 },
    { kind: 'engine', level: 5 },
  ]);
});

test('only the game that the levels were measured in tells how strong a player is', () => {
  const form = newForm(carnac, 'engine', '');
  expect(isUsual(form, carnac)).toBe(true);
  expect(
    isUsual({ ...form, board: 'small', colour: 'white', switches: { ...form.switches, swap: true } }, carnac),
  ).toBe(true);
  expect(isUsual({ ...form, board: OTHER }, carnac)).toBe(false);
  expect(isUsual({ ...form, numbers: { stock: 20 } }, carnac)).toBe(false);
  expect(isUsual({ ...form, switches: { ...form.switches, final_tilt: true } }, carnac)).toBe(false);
  expect(isUsual({ ...newForm(caminos, 'engine', ''), players: 4 }, caminos)).toBe(false);
});
