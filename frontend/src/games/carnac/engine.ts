import type { EngineLine, Question } from '../../local/engine/engine.ts';
import type { Arrays, Entries, Kernels } from '../../local/engine/kernels.ts';
import {
  ONE_ROUND,
  Play,
  SWAP,
  type GoOn,
  type Move,
  type Plan,
  type Proof,
} from '../../local/engine/play.ts';
import type { GameEngine } from '../../local/engine/thinker.ts';

export interface CarnacArrays extends Arrays {
  state: BigUint64Array;
  moves: Int16Array;
  line: Int16Array;
  solved: BigInt64Array;
  'stack.counters': BigInt64Array;
}

export interface CarnacEntries extends Entries {
  begin(stock: number, first: number, finalTilt: number): number;
  solve(nodes: number): number;
  search_with_network(simulations: number, rounds: number, balance: number, lines: number): number;
}

const TURN = 5;
/** A proof is tried with half of the nodes, and with at most this many. */
const MOST_NODES_FOR_PROOF = 1_000_000;
/** After this many of them `stop` is heard; what is proven until then stays known. */
const NODES_AT_ONCE = 20_000;

class CarnacPlay extends Play<CarnacArrays, CarnacEntries> {
  readonly networkLeads = true;
  readonly #swap: boolean;
  #played = 0;
  /** The length of the line that is proven best, 0 without a proof. */
  #proven = 0;

  constructor(kernels: Kernels<CarnacArrays, CarnacEntries>, { options }: Pick<Question, 'options'>) {
    super(kernels);
    this.#swap = options.swap === true;
    kernels.call.begin(Number(options.stock), options.first === 'white' ? 1 : 0, options.final_tilt ? 1 : 0);
  }

  mover(): number {
    return Number(this.kernels.array('state')[TURN]);
  }

  /** Just after the first placement, and only then. */
  get maySwap(): boolean {
    return this.#swap && this.#played === 1;
  }

  get mustBalance(): boolean {
    return this.#swap && this.#played === 0;
  }

  override legal(): Move[] {
    const moves = super.legal();
    return this.maySwap && moves.length ? [...moves, { text: SWAP, number: null }] : moves;
  }

  override play(text: string): void {
    super.play(text);
    this.#played += 1;
  }

  protected async prepare({ nodes }: Plan, goOn: GoOn): Promise<{ done: number; open: boolean }> {
    this.#proven = 0;
    let left = this.mustBalance ? 0 : Math.floor(Math.min(nodes / 2, MOST_NODES_FOR_PROOF));
    while (left > 0) {
      const most = Math.min(left, NODES_AT_ONCE);
      this.#proven = this.kernels.call.solve(most);
      left -= most;
      if (this.#proven !== 0 || !(await goOn())) break;
    }
    return { done: 0, open: true };
  }

  protected async proof(move: number | null, goOn: GoOn): Promise<Proof | null> {
    const mover = this.mover();
    if (move !== null) this.kernels.call.play(move);
    let length = this.kernels.call.solve(NODES_AT_ONCE);
    while (length === 0 && (await goOn())) length = this.kernels.call.solve(NODES_AT_ONCE);
    if (length === 0) return null;
    const nodes = Number(this.kernels.array('stack.counters')[0]);
    return { result: this.#result(mover), line: this.kernels.array('line').slice(0, length), nodes };
  }

  /** What is proven, for one of the two. */
  #result(mover: number): 'win' | 'draw' | 'loss' {
    const own = Number(this.kernels.array('solved')[0]) * (1 - 2 * mover);
    return own > 0 ? 'win' : own < 0 ? 'loss' : 'draw';
  }

  protected simulate(most: number, { network, shares }: Plan): number {
    const search = network ? this.kernels.call.search_with_network : this.kernels.call.search;
    return search(most, ONE_ROUND, this.mustBalance ? 1 : 0, shares);
  }

  protected override isCertain(): boolean {
    return super.isCertain() || this.#proven !== 0;
  }

  protected override nodes(done: number): number {
    return done + Number(this.kernels.array('stack.counters')[0]);
  }

  protected override candidates(count: number): EngineLine[] {
    if (this.#proven === 0) return super.candidates(count);
    const best = this.#solved();
    return [best, ...super.candidates(count + 1).filter(({ move }) => move !== best.move)];
  }

  #solved(): EngineLine {
    const own = Number(this.kernels.array('solved')[0]) * (1 - 2 * this.mover());
    const pv = [...this.kernels.array('line').slice(0, this.#proven)].map((move) =>
      this.kernels.textOf(move),
    );
    return {
      move: pv[0]!,
      value: (1 + Math.sign(own)) / 2,
      score: Math.trunc(own / 2),
      visits: this.kernels.array('tree.visits')[0]!,
      proven: this.#result(this.mover()),
      pv,
    };
  }

  protected expectation(child: number): readonly [number, number] {
    return [this.mean(this.seen(child)), this.meanLead(child)];
  }
}

export const engine: GameEngine = {
  play: (kernels: Kernels<CarnacArrays, CarnacEntries>, question) => new CarnacPlay(kernels, question),
  knows: () => true,
};
