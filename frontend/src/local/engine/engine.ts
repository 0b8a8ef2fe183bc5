/**
 * An engine in the browser, as the games on the device ask it: UGI's words as values.
 *
 * A position is where a game began and the moves since, exactly as `position startpos|text … moves …` has it, so that
 * an engine needs no rules to read positions unless a game began from one that was set up.
 */

/** What is thought about. */
export interface Question {
  /** The game's name: `carnac`, `caminos`. */
  readonly game: string;
  /** The board's name in the rules: `medium`, `diamond`, `5x4`. */
  readonly board: string;
  /** Every option of the game, `board` among them, as the rules write them (`final_tilt`, `first`, `swap`, `players`). */
  readonly options: Readonly<Record<string, boolean | number | string>>;
  /** The position before the moves as its one line of text; null: the start that the options describe. */
  readonly position: string | null;
  readonly moves: readonly string[];
  /** Strength 1 to 10, in tenths; null: full strength. */
  readonly level: number | null;
  /** Simulations; null: the level's own number. At full strength one of `nodes` and `milliseconds` is given. */
  readonly nodes: number | null;
  /** The most time for this; null: no limit but the nodes. */
  readonly milliseconds: number | null;
  /** How many lines are wanted (UGI's `MultiPV`). */
  readonly multi: number;
  /** Whether each line gets a part of the search of its own (UGI's `FairLines`). */
  readonly fair: boolean;
  /** The same answer again with a level or with `nodes`; null: chance. */
  readonly seed: number | null;
  /**
   * A position to prove, byte by byte as the module keeps it; null: think. Best play is asked for, or what the one move
   * comes to. Level, nodes and lines are not looked at.
   */
  readonly prove: readonly number[] | null;
  /** Why it is asked: moves are worth more than hints, hints more than win rates, reviews wait for all. */
  readonly purpose: 'move' | 'hint' | 'rate' | 'review';
}

/** What a question is about, as far as an engine may not know such positions. */
export type Kind = Pick<Question, 'game' | 'board' | 'options' | 'position' | 'prove'>;

/** One candidate, in the words of `info`. */
export interface EngineLine {
  /** The candidate itself (the first of `pv`). */
  readonly move: string;
  /** From 0 to 1 for the player who decides; a draw counts half (`winrate`). */
  readonly value: number;
  /** Expected final margin for the player who decides (`score`); 0 where the engine does not know. */
  readonly score: number;
  readonly visits: number;
  /** Exact results only. */
  readonly proven: 'win' | 'draw' | 'loss' | null;
  readonly pv: readonly string[];
}

/** What an engine thinks: `info` and `bestmove`. */
export interface Thought {
  /** The move to play, also where a low level has overlooked a better one; the first line begins with it. */
  readonly move: string;
  /** Best first, at most `multi`. */
  readonly lines: readonly EngineLine[];
  /** Simulations that this search added. */
  readonly nodes: number;
  readonly milliseconds: number;
}

/** Why there is no answer. */
export class EngineProblem extends Error {
  /**
   * `cancelled`; `engine_failed`: it broke; `not_here`: this engine does not know such a game, board or variant;
   * `too_large`: there is no proof within the limits.
   */
  readonly code: 'cancelled' | 'engine_failed' | 'not_here' | 'too_large';

  constructor(code: EngineProblem['code'], detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** An engine in a worker of its own; one question at a time, the others wait by purpose. */
export interface Engine {
  /** `signal` cancels (rejected with `EngineProblem('cancelled')`); `report` hears what it thinks meanwhile. */
  choose(question: Question, signal?: AbortSignal, report?: (thought: Thought) => void): Promise<Thought>;
  /** Whether it can think about such positions at all, before anything is loaded. */
  knows(question: Kind): Promise<boolean>;
  /** Stop for good. */
  close(): void;
}

/**
 * How an engine is made. `engine/index.ts` exports `openEngine: OpenEngine`; `folder` is the address of
 * `/pocket/engine/` with its slash. Nothing is fetched before the first question.
 */
export type OpenEngine = (folder: string) => Engine;
