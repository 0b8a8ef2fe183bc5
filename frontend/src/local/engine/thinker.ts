/** What runs in the worker: loads the module of a game and its board, and answers one question after another. */

import { EngineProblem, type Kind, type Question, type Thought } from './engine.ts';
import { Kernels, type GameDescription } from './kernels.ts';
import { decide, needsNetwork, type Asked } from './levels.ts';
import type { Found, GoOn, Play } from './play.ts';

/** A file that `stonefield build-wasm` has written; null if there is none of that name. */
export type Read = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** What `games/<game>/engine.ts` exports as `engine`: how its module is asked. */
export interface GameEngine {
  readonly play: (kernels: never, question: Question) => Play;
  /** Whether the module knows a variant. */
  readonly knows: (options: Question['options']) => boolean;
}

/** Milliseconds of a search after which other work gets its turn. */
const SLICE = 12;
/** Milliseconds until the first report, and between two of them. */
const FIRST_REPORT = 100;
const REPORT_EVERY = 500;

export class Thinker {
  readonly #read: Read;
  readonly #described = new Map<string, Promise<GameDescription | null>>();
  readonly #engines = new Map<string, Promise<GameEngine>>();
  readonly #modules = new Map<string, Promise<WebAssembly.Module>>();
  /** The memory of the board that was thought about last: tens of megabytes. */
  #board: { name: string; kernels: Kernels<unknown, unknown>; network: boolean } | null = null;

  constructor(read: Read) {
    this.#read = read;
  }

  /** Whether it can think about such positions at all. */
  async knows({ game, board, options, position, prove }: Kind) {
    const described = await this.#description(game);
    return (
      (position === null || prove !== null) &&
      !!described?.boards[board] &&
      (await this.#engine(game)).knows(options)
    );
  }

  /** Think until a limit is reached or it is `stopped`; `pause` lets others run. */
  async think(
    asked: Asked,
    stopped: () => boolean,
    pause: () => Promise<void>,
    report: (thought: Thought) => void,
  ): Promise<Thought> {
    if (!(await this.knows(asked))) throw new EngineProblem('not_here', `${asked.game} ${asked.board}`);
    const game = (await this.#description(asked.game))!;
    const network = asked.prove === null && needsNetwork(asked, game);
    const kernels = await this.#kernels(asked.game, asked.board, game, network);
    const play = (await this.#engine(asked.game)).play(kernels as never, asked);
    if (asked.prove) play.put(asked.prove);
    else for (const move of asked.moves) play.play(move);
    if (!play.legal().length) throw new EngineProblem('engine_failed', 'the game is over');
    const began = performance.now();
    const until = began + (asked.milliseconds ?? Infinity);
    let paused = began;
    let reported = began + FIRST_REPORT - REPORT_EVERY;
    const goOn: GoOn = async () => {
      if (performance.now() - paused >= SLICE) {
        await pause();
        paused = performance.now();
      }
      return !stopped() && performance.now() < until;
    };
    const tell = (found: Found): Thought => ({
      move: found.lines[0]!.move,
      lines: found.lines,
      nodes: found.nodes,
      milliseconds: performance.now() - began,
    });
    if (asked.prove) return tell(await play.prove(asked.moves[0] ?? null, goOn));
    return tell(
      await decide(play, asked, game, goOn, (found) => {
        if (performance.now() - reported < REPORT_EVERY) return;
        reported = performance.now();
        report(tell(found));
      }),
    );
  }

  #description(game: string): Promise<GameDescription | null> {
    return kept(this.#described, game, async () => {
      const file = /^\w+$/.test(game) ? await this.#read(`${game}.json`) : null;
      return file && (JSON.parse(new TextDecoder().decode(file)) as GameDescription);
    });
  }

  #engine(game: string): Promise<GameEngine> {
    return kept(this.#engines, game, async () => {
      const { engine } = (await import(`../../games/${game}/engine.ts`)) as { engine: GameEngine };
      return engine;
    });
  }

  async #kernels(game: string, board: string, { boards }: GameDescription, network: boolean) {
    const name = `${game} ${board}`;
    const description = boards[board]!;
    const ofNetwork = (file: string): boolean => file.endsWith('-network.bin');
    const names = Object.keys(description.files);
    if (this.#board?.name !== name) {
      const module = kept(this.#modules, game, async () =>
        WebAssembly.compile(await this.#file(`${game}.wasm`)),
      );
      const files = await this.#files(names.filter((file) => !ofNetwork(file)));
      this.#board = { name, kernels: new Kernels(await module, description, files), network: false };
    }
    if (network && !this.#board.network) {
      this.#board.kernels.load(await this.#files(names.filter(ofNetwork)));
      this.#board.network = true;
    }
    return this.#board.kernels;
  }

  async #files(names: readonly string[]): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await this.#file(name)])));
  }

  async #file(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = await this.#read(name);
    if (!file) throw new EngineProblem('engine_failed', `${name} is missing`);
    return file;
  }
}

/** What was made under this name before, or is made now; what fails is tried again. */
function kept<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const making = known.get(name) ?? make();
  known.set(name, making);
  making.catch(() => known.delete(name));
  return making;
}
