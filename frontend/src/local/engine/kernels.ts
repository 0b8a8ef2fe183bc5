/**
 * Loads a game's module and calls it. A board's description says where its arrays lie and where each entry
 * expects its arguments; `stonefield build-wasm` writes both, and the types of each game.
 */

const VIEWS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** A game's JSON file. */
export interface GameDescription {
  readonly boards: Readonly<Record<string, Description>>;
  /** What the levels from 1 on are made of, as in Python's `Level`. */
  readonly levels: readonly Level[];
  /** The same where the game's network cannot lead the search. */
  readonly plain_levels: readonly Level[];
}

export interface Level {
  readonly nodes: number;
  readonly overlooks: number;
  readonly builds: boolean;
  readonly sees_wins: boolean;
  readonly sees_ends: boolean;
  readonly network: boolean;
}

/** Where everything of a board is. */
export interface Description {
  /** The end of what is laid out; arrays that compiled code makes come after it. */
  readonly top: number;
  /** The files to load, and the address of each; without the network's file the network must not be called. */
  readonly files: Readonly<Record<string, number>>;
  /** Type, address and length of each array. */
  readonly arrays: Readonly<Record<string, readonly [keyof typeof VIEWS, number, number]>>;
  /** The address of each entry's arguments, and those of them that are given in each call. */
  readonly entries: Readonly<Record<string, { readonly block: number; readonly numbers: readonly number[] }>>;
  /** Arrays that are written as differences between numbers so far apart. */
  readonly lags: Readonly<Record<string, number>>;
  readonly squares: readonly string[];
  /** How moves are written: words, and squares by how far their numbers are from that of the first. */
  readonly patterns: readonly (readonly (string | number)[])[];
}

const PAGE = 1 << 16;

export class Kernels<Arrays, Entries> {
  readonly call: Entries;
  readonly description: Description;
  readonly #memory: WebAssembly.Memory;

  constructor(
    module: WebAssembly.Module,
    description: Description,
    files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  ) {
    const { exports } = new WebAssembly.Instance(module);
    this.description = description;
    this.#memory = exports.memory as WebAssembly.Memory;
    const missing = description.top - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    this.load(files);
    for (const [name, lag] of Object.entries(description.lags)) this.#addUp(name, lag);
    (exports.set_heap as (from: number) => void)(description.top);
    const entries = Object.entries(description.entries).map(([name, { block, numbers }]) => {
      const entry = exports[name] as (block: number) => number;
      const call = (...given: number[]): number => {
        const slots = new DataView(this.#memory.buffer);
        numbers.forEach((at, nth) => slots.setBigInt64(at, BigInt(given[nth]!), true));
        return entry(block);
      };
      return [name, call];
    });
    this.call = Object.fromEntries(entries) as Entries;
  }

  /** Put more of the description's files into the memory. */
  load(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    for (const [name, file] of Object.entries(files)) bytes.set(file, this.description.files[name]!);
  }

  #addUp(name: string, lag: number): void {
    const numbers = this.#view(name) as BigInt64Array;
    for (let nth = lag; nth < numbers.length; nth++) numbers[nth]! += numbers[nth - lag]!;
  }

  #view(name: string): ArrayBufferView {
    const [type, at, length] = this.description.arrays[name]!;
    return new VIEWS[type](this.#memory.buffer, at, length);
  }

  /** An array as it is now; a call may move the memory, so ask again after it. */
  array<Name extends keyof Arrays & string>(name: Name): Arrays[Name] {
    return this.#view(name) as Arrays[Name];
  }

  /** A move as it is written. */
  textOf(move: number): string {
    const { squares, patterns } = this.description;
    const number = (this.#view('texts') as Int32Array)[move]!;
    const first = number % squares.length;
    const pattern = patterns[Math.floor(number / squares.length)]!;
    return pattern.map((part) => (typeof part === 'string' ? part : squares[first + part])).join('');
  }
}

/** What is proven of a node: 0 nothing, 1 side 0 wins, 2 this, 3 the other wins. */
export const DRAWN = 2;

export interface Arrays {
  state: BigUint64Array | Uint8Array;
  moves: Int16Array | Int32Array;
  gains: Float64Array;
  random: BigUint64Array;
  ranked: Int32Array;
  'tree.children': BigInt64Array;
  'tree.visits': Int32Array;
  'tree.values': BigInt64Array;
  'tree.margins': Int32Array;
  'tree.moves': Int32Array;
  'tree.proven': Int8Array;
}

export interface Entries {
  look(): number;
  play(move: number): number;
  gain(): number;
  forget(): number;
  search(simulations: number, rounds: number, balance: number, lines: number): number;
  rank_children(mover: number): number;
  best_child(node: number, mover: number): number;
}
