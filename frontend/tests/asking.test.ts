/** What a page of a game asks, over lines that are lost and come back. */

import { expect, test, vi } from 'vitest';
import { parts } from '../src/games/carnac/parts';
import type { ClientMessage, ServerMessage, State } from '../src/messages';
import type { Connection } from '../src/source';
import { state } from './state';

vi.stubGlobal('location', new URL('http://here/g/x'));
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);
vi.stubGlobal('document', { hidden: true });
const { GameController } = await import('../src/play/controller.svelte');

/** A game with a line that writes down what is asked over it. */
function follow(first: State) {
  const said: unknown[] = [];
  let hear: (message: ServerMessage) => void = () => undefined;
  let connection: (now: Exclude<Connection, 'connecting'>) => void = () => undefined;
  const game = new GameController(
    {
      followGame: (_, __, events) => {
        hear = events.receive;
        connection = (now) => events.connection(now, false);
        const note = (message: ClientMessage) => void said.push(message);
        return {
          act: () => 'one',
          ask: note,
          cancel: (id) => note({ type: 'cancel', id }),
          send: note,
          hello: () => undefined,
          close: () => undefined,
        };
      },
    },
    'x',
    null,
    first,
    parts,
  );
  return { game, said, hear: (message: ServerMessage) => hear(message), connection };
}

const playing: State = { ...state, may: { ...state.may, hint: true } };

test('an earlier moment is asked for again when the line is back', () => {
  const { game, said, connection } = follow({ ...playing, scene: { ...playing.scene, ply: 3 } });
  connection('open');
  game.goTo(1);
  const asked = [...said];
  expect(asked).toContainEqual({ type: 'scene', ply: 1 });
  connection('lost');
  connection('open');
  expect(said.slice(asked.length)).toEqual([{ type: 'scene', ply: 1 }]);
  connection('open');
  expect(said).toHaveLength(asked.length + 1);
  game.close();
});

test('a hint that is put away while the engine thinks is cancelled, one that has come is not', () => {
  const { game, said, hear } = follow(playing);
  game.askHint();
  const [{ id }] = said as [{ id: string }];
  game.advice.drop();
  expect(said).toEqual([
    { type: 'hint', id },
    { type: 'cancel', id },
  ]);
  hear({ type: 'refused', id, version: state.version, code: 'cancelled', detail: '', state: null });
  expect(said).toHaveLength(2);
  game.askHint();
  const last = said.at(-1) as { id: string };
  hear({
    type: 'hint',
    id: last.id,
    version: state.version,
    ply: 1,
    text: 'E',
    squares: [],
    line: ['E'],
    evaluation: { colour: 'red', win_rate: 0.5, simulations: 300 },
    reasons: [],
  });
  expect(game.advice.hint?.text).toBe('E');
  game.advice.drop();
  expect(said).toHaveLength(3);
  game.close();
});
