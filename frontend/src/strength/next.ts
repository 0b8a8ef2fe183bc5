/** The same game once more, against a level that fits. */

import type { NewGame, State } from '../messages';

/** As a rematch it changes sides: who sat first sits second. */
export function nextGame(state: State, level: number): NewGame {
  const { rules: game, options, clock, coach, rated } = state;
  const seats = state.seats.map(({ kind, name }): NewGame['seats'][number] =>
    kind === 'engine' ? { kind, level } : { kind: 'person', name },
  );
  return {
    game,
    options,
    seats: [...seats.slice(1), ...seats.slice(0, 1)],
    ...(coach !== 'off' && { coach }),
    ...(rated && { rated }),
    clock: clock && { seconds: clock.initial_ms / 1000, increment: clock.increment_ms / 1000 },
  };
}
