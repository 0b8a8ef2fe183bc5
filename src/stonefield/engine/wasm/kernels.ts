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

/** A board's description; a game's JSON file has one for each of its boards. */
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

/** A move at the root of a search. */
export interface Candidate {
  readonly move: number;
  readonly visits: number;
  /** From -1 to 1, for the side that is named first: red, or the team that began. */
  readonly value: number;
  /** 0 open; else proven: 1 the side named first wins, 2 a draw, 3 the other wins. */
  readonly proven: number;
}

const PAGE = 1 << 16;
const WON = 1 << 20;

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
    const bytes = new Uint8Array(this.#memory.buffer);
    for (const [name, at] of Object.entries(description.files)) {
      const file = files[name];
      if (file) bytes.set(file, at);
    }
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
    const number = (this.#view("texts") as Int32Array)[move]!;
    const first = number % squares.length;
    const pattern = patterns[Math.floor(number / squares.length)]!;
    return pattern.map((part) => (typeof part === "string" ? part : squares[first + part])).join("");
  }

  /** The moves at the root of the last search, the likeliest first. */
  candidates(): Candidate[] {
    const all = this as unknown as Kernels<Tree, unknown>;
    const word = all.array("tree.children")[0]!;
    if (word < 0n) return [];
    const first = Number(word >> 15n);
    const count = Number(word & 0x3fffn);
    return Array.from({ length: count }, (_, nth) => {
      const child = first + nth;
      const visits = all.array("tree.visits")[child]!;
      const value = Number(all.array("tree.values")[child]!) / (WON * Math.max(1, visits));
      const move = all.array("tree.moves")[child]!;
      return { move, visits, value, proven: all.array("tree.proven")[child]! };
    });
  }
}

interface Tree {
  "tree.children": BigInt64Array;
  "tree.visits": Int32Array;
  "tree.values": BigInt64Array;
  "tree.moves": Int32Array;
  "tree.proven": Int8Array;
}
