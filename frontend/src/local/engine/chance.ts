/** What a level overlooks is left to chance; with a seed to the numbers that Python's `random` would give. */

export interface Chance {
  /** So many random bits, 32 at most. */
  bits(count: number): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
}

const LOW = 2 ** 26;
const UNIT = 2 ** -53;

abstract class Words implements Chance {
  abstract word(): number;

  bits(count: number): number {
    return this.word() >>> (32 - count);
  }

  random(): number {
    const high = this.word() >>> 5;
    return (high * LOW + (this.word() >>> 6)) * UNIT;
  }
}

class Unseeded extends Words {
  word(): number {
    return crypto.getRandomValues(new Uint32Array(1))[0]!;
  }
}

const N = 624;
const M = 397;

/** The Mersenne Twister (Matsumoto and Nishimura 1998), as `random.Random` has it. */
class Twister extends Words {
  readonly #state = new Uint32Array(N);
  #next = N;

  constructor(key: Uint32Array) {
    super();
    const state = this.#state;
    state[0] = 19650218;
    for (let n = 1; n < N; n++) state[n] = Math.imul(1812433253, mixed(state[n - 1]!)) + n;
    let at = 1;
    const advance = (): void => {
      at += 1;
      if (at >= N) {
        state[0] = state[N - 1]!;
        at = 1;
      }
    };
    for (let step = 0; step < Math.max(N, key.length); step++) {
      const nth = step % key.length;
      state[at] = (state[at]! ^ Math.imul(mixed(state[at - 1]!), 1664525)) + key[nth]! + nth;
      advance();
    }
    for (let step = 1; step < N; step++) {
      state[at] = (state[at]! ^ Math.imul(mixed(state[at - 1]!), 1566083941)) - at;
      advance();
    }
    state[0] = 0x80000000;
  }

  word(): number {
    if (this.#next === N) this.#refill();
    let word = this.#state[this.#next++]!;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  #refill(): void {
    const state = this.#state;
    for (let n = 0; n < N; n++) {
      const both = (state[n]! & 0x80000000) | (state[(n + 1) % N]! & 0x7fffffff);
      state[n] = state[(n + M) % N]! ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
    }
    this.#next = 0;
  }
}

function mixed(word: number): number {
  return word ^ (word >>> 30);
}

/** Chance, or with a seed `random.Random(text)`. */
export async function chanceOf(seed: number | null, text: string): Promise<Chance> {
  if (seed === null) return new Unseeded();
  const written = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', written));
  // One number, its highest byte first; the key is that number in words, the lowest first.
  const bytes = new Uint8Array([...written, ...digest]).reverse();
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return new Twister(new Uint32Array(padded.buffer));
}

const WORD = 64;

/** The random word of a search with a seed, as `engine/rng.py` mixes it for its first thread. */
export function randomWord(seed: number): bigint {
  const cut = (number: bigint): bigint => BigInt.asUintN(WORD, number);
  let word = cut(BigInt(seed) * 0x9e3779b97f4a7c15n + 0xd6e8feb86659fd93n);
  for (let time = 0; time < 2; time++) word = cut((word ^ (word >> 31n)) * 0xbf58476d1ce4e5b9n);
  return word || 1n;
}
