/** What training asks of the server; the learner's token goes along where there is one. */

import { ask, send } from '../api';
import { asAnybody, asLearner } from '../learner';
import type {
  DailyPuzzle,
  EndgameMoved,
  EndgameView,
  NextPuzzle,
  PuzzleFault,
  PuzzleList,
  PuzzleSolution,
  PuzzleTried,
  PuzzleView,
  PuzzleVotes,
  StormView,
} from '../messages';

/** What somebody wants to train. */
export interface Wish {
  readonly game: string;
  /** Empty: any. */
  readonly theme: string;
}

const puzzlePath = (id: string, rest = ''): string =>
  `/api/puzzles/${encodeURIComponent(id)}${rest && `/${rest}`}`;

export const fetchPuzzles = (): Promise<PuzzleList> => ask('/api/puzzles');
export const fetchPuzzle = (id: string): Promise<PuzzleView> => ask(puzzlePath(id));
export const fetchDaily = (game: string): Promise<DailyPuzzle> =>
  ask(`/api/puzzles/daily?${new URLSearchParams({ game })}`);
/** `but`: the one that is on the board. */
export const fetchNext = ({ game, theme }: Wish, but = ''): Promise<NextPuzzle> => {
  const query = new URLSearchParams({ game, ...(theme && { theme }), ...(but && { but }) });
  return asAnybody((token) => ask(`/api/puzzles/next?${query}`, { token }));
};

const asked = <Answer>(path: string, body: unknown): Promise<Answer> =>
  asLearner((token) => ask(path, { body, token }));

/** A decision after those that are on the board already. */
export const tryPuzzle = (id: string, moves: readonly string[], patient: boolean): Promise<PuzzleTried> =>
  asked(puzzlePath(id, 'tries'), { moves, patient });
/** Give a puzzle up. */
export const fetchSolution = (id: string): Promise<PuzzleSolution> => asked(puzzlePath(id, 'solution'), {});
export const vote = (id: string, up: boolean | null): Promise<PuzzleVotes> =>
  asked(puzzlePath(id, 'vote'), { up });
export const report = (id: string, reason: PuzzleFault): Promise<void> =>
  asLearner(async (token) => void (await send(puzzlePath(id, 'report'), { body: { reason }, token })));

export const beginStorm = (game: string): Promise<StormView> => asked('/api/puzzles/storm', { game });
export const tryStorm = (storm: string, puzzle: string, moves: readonly string[]): Promise<StormView> =>
  asked(`/api/puzzles/storm/${encodeURIComponent(storm)}/tries`, { puzzle, moves });

export const fetchEndgame = (game: string, but = ''): Promise<EndgameView> => {
  const query = new URLSearchParams({ game, ...(but && { but }) });
  return asAnybody((token) => ask(`/api/puzzles/endgames/next?${query}`, { token }));
};
export const moveEndgame = (id: string, moves: readonly string[]): Promise<EndgameMoved> =>
  ask(`/api/puzzles/endgames/${encodeURIComponent(id)}/moves`, { body: { moves } });
