/** A game is played on any source: here one that has neither a server nor a socket. */

import { expect, test, vi } from 'vitest';
import { parts } from '../src/games/carnac/parts';
import type { CarnacLegal, NewAction, State } from '../src/messages';
import type { GameSource } from '../src/source';
import { move, state } from './state';

vi.stubGlobal('location', new URL('http://here/g/x'));
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);
vi.stubGlobal('document', { hidden: true });
const { GameController } = await import('../src/play/controller.svelte');

test('a game that is kept on the device takes a move and shows what came of it', () => {
  const legal: CarnacLegal = { game: 'carnac', placements: { c3: '' }, answers: [], swap: false };
  let kept: State = { ...state, legal };
  const local: Pick<GameSource, 'followGame'> = {
    followGame: (_, __, events) => {
      events.connection('open', false);
      return {
        act: (action: NewAction) => {
          if (action.type === 'move')
            kept = {
              ...kept,
              version: kept.version + 1,
              moves: [...kept.moves, move(action.text, 3)],
              scene: { ...kept.scene, ply: kept.scene.ply + 1 },
              legal: null,
            };
          events.receive(kept);
          return 'one';
        },
        ask: () => undefined,
        cancel: () => undefined,
        send: () => undefined,
        hello: () => events.receive(kept),
        close: () => undefined,
      };
    },
  };
  const game = new GameController(local, 'x', null, kept, parts);
  expect(game.connection).toBe('open');
  game.play('c3rw');
  expect(game.state.moves.at(-1)?.text).toBe('c3rw');
  expect(game.legal).toBeNull();
  game.close();
});
