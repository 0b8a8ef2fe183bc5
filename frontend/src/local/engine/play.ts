/** A position in a game's module: what is legal, one search of it, and what that comes to. */

import { EngineProblem, type EngineLine } from './engine.ts';
import { DRAWN, type Arrays, type Entries, type Kernels } from './kernels.ts';

export interface Move {
  readonly text: string;
  /** Its number in the module; null: the swap of a game whose module does not know it. */
  readonly number: number | null;
}

/** How to search. */
export interface Plan {
  readonly nodes: number;
  readonly lines: number;
  /** How many lines get a part of the search of their own. */
  readonly shares: number;
  readonly network: boolean;
  /** Without a level: then wins in two moves are looked for too. */
  readonly full: boolean;
  readonly word: bigint;
}

/** What a search has found so far. */
export interface Found {
  readonly lines: readonly EngineLine[];
  readonly nodes: number;
  /** Whether the result of any move is proven, be it in these lines or not. */
  readonly seesEnd: boolean;
}

/** What is proven. */
export interface Proof {
  /** For those who decide; null: no more than that this is not lost at once, or can be stopped. */
  readonly result: EngineLine['proven'];
  readonly line: Int16Array | Int32Array;
  readonly nodes: number;
}

/** Lets others run between two slices of a search; false: it is to end with what it has. */
export type GoOn = () => Promise<boolean>;

/** As many moves a variation shows. */
const LONGEST = 12;
/** A won game in units of `tree.values`, a lead in those of `tree.margins`. */
const WON = 2 ** 20;
const LEAD = 16;
/** One round of simulations, and another look at what else has to be done. */
export const ONE_ROUND = 1;
export const SWAP = 'swap';
const EVEN = 0.5;
const OPPOSITE = { win: 'loss', loss: 'win', draw: 'draw' } as const;

export abstract class Play<A extends Arrays = Arrays, E extends Entries = Entries> {
  protected readonly kernels: Kernels<A, E>;

  constructor(kernels: Kernels<A, E>) {
    this.kernels = kernels;
  }

  /** The side that decides: 0 or 1, as in the tree. */
  abstract mover(): number;
  abstract get maySwap(): boolean;
  /** Whether the opponent may take over what is placed now, so that an even game is best. */
  abstract get mustBalance(): boolean;
  /** Whether the network can lead a search here. */
  abstract get networkLeads(): boolean;
  /** Find what is known without a search; how many simulations that took, and whether more are needed. */
  protected abstract prepare(plan: Plan, goOn: GoOn): Promise<{ done: number; open: boolean }>;
  /** At most so many simulations; how many. */
  protected abstract simulate(most: number, plan: Plan): number;
  /** Best play, or best play after a move, with what it is proven to come to for those who decide here. */
  protected abstract proof(move: number | null, goOn: GoOn): Promise<Proof | null>;
  /** Of a child of the root the expected result and margin, for side 0. */
  protected abstract expectation(child: number): readonly [number, number];

  /** Every legal move, in the order of the rules. */
  legal(): Move[] {
    return [...this.numbers()].map((number) => ({ text: this.kernels.textOf(number), number }));
  }

  /** Their numbers, by which the rules order them. */
  protected numbers(): Int16Array | Int32Array {
    const count = this.kernels.call.look();
    return this.kernels.array('moves').subarray(0, count).sort().slice();
  }

  play(text: string): void {
    const number = this.#legal(text);
    if (number !== null) this.kernels.call.play(number);
  }

  #legal(text: string): number | null {
    const move = this.legal().find((legal) => legal.text === text);
    if (!move) throw new Error(`${text} is not legal`);
    return move.number;
  }

  /** Begin from a position as the module keeps it, byte by byte. */
  put(position: readonly number[]): void {
    const { buffer, byteOffset, byteLength } = this.kernels.array('state');
    new Uint8Array(buffer, byteOffset, byteLength).fill(0).set(position);
  }

  /** What is proven of best play, or of what a move comes to: one line, which the player who decides here follows. */
  async prove(move: string | null, goOn: GoOn): Promise<Found> {
    this.kernels.call.forget();
    const proof = await this.proof(move === null ? null : this.#legal(move), goOn);
    if (!proof) throw new EngineProblem('too_large', 'there is no proof within the limits');
    const { result, line, nodes } = proof;
    const pv = [...line].map((number) => this.kernels.textOf(number));
    const value = result === 'win' ? 1 : result === 'loss' ? 0 : EVEN;
    const found: EngineLine = { move: pv[0]!, value, score: 0, visits: nodes, proven: result, pv };
    return { lines: [found], nodes, seesEnd: result !== null };
  }

  /** What each of these moves builds for those who decide; a swap builds nothing. */
  gains(moves: readonly Move[]): number[] {
    this.kernels.call.gain();
    const gains = this.kernels.array('gains');
    return moves.map(({ number }) => (number === null ? 0 : gains[number]!));
  }

  async search(plan: Plan, goOn: GoOn, report?: (found: Found) => void): Promise<Found> {
    this.kernels.call.forget();
    this.kernels.array('random')[0] = plan.word;
    const prepared = await this.prepare(plan, goOn);
    let { done } = prepared;
    while (prepared.open && done < plan.nodes) {
      done += this.simulate(plan.nodes - done, plan);
      if (this.isCertain() || !(await goOn())) break;
      report?.(this.found(done, plan));
    }
    return this.found(done, plan);
  }

  protected isCertain(): boolean {
    return this.kernels.array('tree.proven')[0] !== 0;
  }

  protected found(done: number, plan: Plan): Found {
    const [ranked, proven] = [this.ranked(), this.kernels.array('tree.proven')];
    const seesEnd = this.isCertain() || ranked.some((child) => proven[child] !== 0);
    const lines = this.candidates(plan.lines);
    return {
      lines: (this.maySwap ? this.#withSwap(lines) : lines).slice(0, plan.lines),
      nodes: this.nodes(done),
      seesEnd,
    };
  }

  /** All that was looked at: these simulations, and what else a game counts. */
  protected nodes(done: number): number {
    return done;
  }

  /** The best candidates, the best first; a swap is not among them. */
  protected candidates(count: number): EngineLine[] {
    const best = this.ranked().slice(0, count);
    return best.map((child) => this.#line(child));
  }

  /** The candidates at the root, the best first. */
  protected ranked(): number[] {
    const count = this.kernels.call.rank_children(this.mover());
    return [...this.kernels.array('ranked').slice(0, count)];
  }

  #line(child: number): EngineLine {
    const sign = 1 - 2 * this.mover();
    const visits = this.kernels.array('tree.visits')[child]!;
    const proven = this.kernels.array('tree.proven')[child]!;
    let [value, score] = this.expectation(child).map((number) => sign * number) as [number, number];
    let verdict: EngineLine['proven'] = null;
    if (proven) {
      value = sign * (DRAWN - proven);
      verdict = value > 0 ? 'win' : value < 0 ? 'loss' : 'draw';
    }
    if (this.mustBalance) [value, score, verdict] = [-Math.abs(value), -Math.abs(score), null];
    const pv = this.#variation(child);
    const rate = Math.min(1, Math.max(0, (1 + value) / 2));
    return { move: pv[0]!, value: rate, score, visits, proven: verdict, pv };
  }

  /** A child itself, or the root if nothing is known of it. */
  protected seen(child: number): number {
    return this.kernels.array('tree.visits')[child] ? child : 0;
  }

  protected mean(node: number): number {
    return (
      Number(this.kernels.array('tree.values')[node]) / (WON * (this.kernels.array('tree.visits')[node] || 1))
    );
  }

  protected meanLead(node: number): number {
    return (
      this.kernels.array('tree.margins')[node]! / (LEAD * (this.kernels.array('tree.visits')[node] || 1))
    );
  }

  /** A move and the best child of each node that follows, as far as anything is known. */
  #variation(child: number): string[] {
    const before = this.kernels.array('state').slice();
    const texts: string[] = [];
    for (let node = child; node >= 0 && texts.length < LONGEST;) {
      const move = this.kernels.array('tree.moves')[node]!;
      texts.push(this.kernels.textOf(move));
      this.kernels.call.play(move);
      node = this.kernels.call.best_child(node, this.mover());
    }
    (this.kernels.array('state') as { set(from: typeof before): void }).set(before);
    return texts;
  }

  /** The candidates with the swap among them: it hands the opponent the best of the others. */
  #withSwap(lines: EngineLine[]): EngineLine[] {
    const [best, ...others] = lines as [EngineLine, ...EngineLine[]];
    const swap: EngineLine = {
      move: SWAP,
      value: 1 - best.value,
      score: -best.score,
      visits: this.kernels.array('tree.visits')[0]!,
      proven: best.proven && OPPOSITE[best.proven],
      pv: [SWAP, ...best.pv],
    };
    return swap.value > best.value ? [swap, ...lines] : [best, swap, ...others];
  }
}
