/** The engine of this page, which answers what the server would else ask its own. */

import { EngineProblem, type Engine, type EngineLine, type Question } from '../local/engine/engine';
import { openEngine } from '../local/engine/index';
import type { PageThought, State, Think, ThinkHereRequest } from '../messages';
import { FOLDER } from '../local/folder';
import { canThink, thinksHere } from './able';

/** What is said on the line of a game. */
export type Say = (message: ThinkHereRequest | PageThought) => void;

/** Games are played one after another with the same engine: what it has loaded stays. */
let engine: Promise<Engine> | null = null;

function opened(): Promise<Engine> {
  engine ??= open();
  engine.catch(() => (engine = null));
  return engine;
}

/** Not before there are files for browsers: a server may still be making them. */
async function open(): Promise<Engine> {
  const answer = await fetch(`${FOLDER}pocket.json`);
  if (answer.status !== 200) throw new Error(`no folder for browsers: ${answer.status}`);
  const { version } = (await answer.json()) as { version: string };
  return openEngine(`${FOLDER}${version}/engine/`);
}

const rulesOf = ({ rules, board, options }: State): Parameters<Engine['knows']>[0] => ({
  game: rules,
  board: board.name,
  options,
  // Whether it can think about one that was set up it says when it is asked.
  position: null,
  prove: null,
});

/** Whether this person plays alone, so that no one else has anything to lose by it. */
export const isAlone = ({ rated, seats, you }: State): boolean =>
  !rated &&
  you.role === 'player' &&
  seats.every(({ seat, kind }) => kind === 'engine' || you.seats.includes(seat));

export class PageEngine {
  private readonly asked = new Map<string, AbortController>();
  private isReady = false;
  private isClosed = false;

  constructor(
    private readonly say: Say,
    private readonly open: () => Promise<Engine> = opened,
  ) {}

  /** Get ready for a game, and tell the server; what is not to be had is no problem, the server thinks as well. */
  async begin(state: State): Promise<void> {
    if (!isAlone(state) || !canThink() || !thinksHere()) return;
    try {
      this.isReady = await (await this.open()).knows(rulesOf(state));
    } catch {
      return;
    }
    this.connected();
  }

  /** A line is open: each has to be told. */
  connected(): void {
    if (this.isReady && !this.isClosed) this.say({ type: 'think_here', on: true });
  }

  async hear({ id, version, type, ...question }: Think): Promise<void> {
    // What was asked for the same purpose before is not waited for any more.
    this.asked.get(question.purpose)?.abort();
    const stop = new AbortController();
    this.asked.set(question.purpose, stop);
    this.say({ type: 'thought', id, ...(await this.answer(question, stop.signal)) });
    if (this.asked.get(question.purpose) === stop) this.asked.delete(question.purpose);
  }

  /** The game is left. */
  close(): void {
    this.isClosed = true;
    for (const stop of this.asked.values()) stop.abort();
  }

  private async answer(
    question: Pick<
      Question,
      'game' | 'board' | 'options' | 'position' | 'moves' | 'level' | 'milliseconds'
    > & {
      purpose: Question['purpose'];
    },
    signal: AbortSignal,
  ): Promise<Pick<PageThought, 'line' | 'nodes' | 'milliseconds'>> {
    try {
      if (!thinksHere()) throw new EngineProblem('cancelled', 'this device thinks no more');
      const asked = { ...question, nodes: null, multi: 1, fair: false, seed: null, prove: null };
      const { lines, nodes, milliseconds } = await (await this.open()).choose(asked, signal);
      const [{ pv, value, score, visits, proven }] = lines as [EngineLine];
      return {
        line: { pv: [...pv], value, score, visits, proven },
        nodes,
        milliseconds: Math.round(milliseconds),
      };
    } catch {
      return { line: null, nodes: 0, milliseconds: 0 };
    }
  }
}
