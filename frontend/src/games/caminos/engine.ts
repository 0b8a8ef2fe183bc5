import type { Question } from '../../local/engine/engine.ts';
import type { Arrays, Entries, Kernels } from '../../local/engine/kernels.ts';
import { ONE_ROUND, Play, SWAP, type GoOn, type Plan, type Proof } from '../../local/engine/play.ts';
import type { GameEngine } from '../../local/engine/thinker.ts';

export interface CaminosArrays extends Arrays {
  state: Uint8Array;
  moves: Int32Array;
  full_points: Float64Array;
  line: Int32Array;
  proven: BigInt64Array;
}

export interface CaminosEntries extends Entries {
  begin(players: number, neutral: number, points: number, swap: number): number;
  open_root(balance: number, lines: number): number;
  open_with_network(): number;
  wins(): number;
  losses(start: number): number;
  win_in_two(): number;
  prove(move: number): number;
  search_with_network(simulations: number, rounds: number, lines: number): number;
}

/** Where a state has what. */
const SEAT = 0;
const NEUTRAL_DUE = 2;
const LAID_FIRST = 5;
const LAID_OTHERS = 6;
/** As many moves are examined between two looks at what else has to be done. */
const AT_ONCE = 64;
/** What is proven, by the module's numbers; null: no loss at once. */
const RESULTS = [null, 'win', null, 'loss'] as const;

class CaminosPlay extends Play<CaminosArrays, CaminosEntries> {
  readonly #swap: boolean;
  readonly #points: boolean;
  readonly #players: number;

  constructor(kernels: Kernels<CaminosArrays, CaminosEntries>, { options }: Pick<Question, 'options'>) {
    super(kernels);
    this.#swap = options.swap === true;
    this.#points = options.points === true;
    this.#players = Number(options.players);
    kernels.call.begin(this.#players, options.neutral ? 1 : 0, this.#points ? 1 : 0, this.#swap ? 1 : 0);
  }

  mover(): number {
    return this.kernels.array('state')[SEAT]! & 1;
  }

  get maySwap(): boolean {
    return this.#swap && this.kernels.textOf(this.numbers().at(-1)!) === SWAP;
  }

  get mustBalance(): boolean {
    const state = this.kernels.array('state');
    return this.#swap && [NEUTRAL_DUE, LAID_FIRST, LAID_OTHERS].every((place) => state[place] === 0);
  }

  /** Where the opponent may swap, the heuristics find even openings; the network only good ones. */
  get networkLeads(): boolean {
    return this.#players === 2 && !this.mustBalance;
  }

  protected async prepare(
    { network, shares, full }: Plan,
    goOn: GoOn,
  ): Promise<{ done: number; open: boolean }> {
    const { call } = this.kernels;
    if (network) call.open_with_network();
    else call.open_root(this.mustBalance ? 1 : 0, shares);
    if (call.wins() > 0 || (await this.#allLose(goOn))) return { done: 1, open: false };
    return { done: 1, open: !(network && full && !this.#points && call.win_in_two() === 1) };
  }

  /** Mark the moves that let the opponent win at once; whether there is no other. */
  async #allLose(goOn: GoOn): Promise<boolean> {
    const children = this.ranked().length;
    let lost = 0;
    for (let start = 0; start < children; start += AT_ONCE) {
      const found = this.kernels.call.losses(start);
      if (found < 0) return false;
      lost += found;
      if (!(await goOn())) break;
    }
    return lost === children;
  }

  protected proof(move: number | null): Promise<Proof | null> {
    const length = this.kernels.call.prove(move ?? -1);
    const result = RESULTS[Number(this.kernels.array('proven')[0])]!;
    const line = this.kernels.array('line').slice(0, length);
    return Promise.resolve(length === 0 ? null : { result, line, nodes: 0 });
  }

  protected simulate(most: number, { network, shares }: Plan): number {
    const { call } = this.kernels;
    if (network) return call.search_with_network(most, ONE_ROUND, shares);
    return call.search(most, ONE_ROUND, this.mustBalance ? 1 : 0, shares);
  }

  /** In a game for points a value is a share of points, and it is the lead that tells who wins. */
  protected expectation(child: number): readonly [number, number] {
    const seen = this.seen(child);
    const [value, lead] = [this.mean(seen), this.meanLead(seen)];
    return this.#points ? [lead, value * this.kernels.array('full_points')[0]!] : [value, lead];
  }
}

export const engine: GameEngine = {
  play: (kernels: Kernels<CaminosArrays, CaminosEntries>, question) => new CaminosPlay(kernels, question),
  knows: ({ pieces }) => pieces === undefined || pieces === 'classic',
};
