/** Decisions at a level: how it searches, and how careless it is. What a level is made of comes from Python. */

import { below, chanceOf, randomWord, type Chance } from './chance.ts';
import type { EngineLine, Question } from './engine.ts';
import type { GameDescription, Level } from './kernels.ts';
import type { Found, GoOn, Plan, Play } from './play.ts';

/** With a seed chance is that of Python for this text of the position. */
export type Asked = Question & { readonly text?: string };

const BITS_OF_A_SEED = 32;
/** As many simulations as are asked for where only the time counts. */
const NO_LIMIT = 1_000_000_000;

/** Search as the question wants it; the line to play comes first. */
export async function decide(
  play: Play,
  asked: Asked,
  game: GameDescription,
  goOn: GoOn,
  report: (found: Found) => void,
): Promise<Found> {
  const shares = asked.fair ? asked.multi : 1;
  if (asked.level === null) {
    const [nodes, network] = [asked.nodes ?? NO_LIMIT, play.networkLeads];
    const plan: Plan = { nodes, lines: asked.multi, shares, network, full: true, word: wordOf(asked.seed) };
    return play.search(plan, goOn, report);
  }
  const text = asked.text ?? `${Object.values(asked.options).join(' ')} ${asked.moves.join(' ')}`;
  const levels = play.networkLeads ? game.levels : game.plain_levels;
  const level = levels[(await wholeLevel(asked.level, asked.seed, text)) - 1]!;
  const chance = await chanceOf(asked.seed, `${asked.seed} ${text}`);
  const plan: Plan = {
    nodes: Math.min(level.nodes, asked.nodes ?? level.nodes),
    lines: asked.multi,
    shares,
    network: level.network,
    full: false,
    word: randomWord(chance.bits(BITS_OF_A_SEED)),
  };
  const found = await play.search(plan, goOn, report);
  return playAs(level, chance, () => chanceOf(asked.seed, `${asked.seed} ${text}`), play, found, asked.multi);
}

export function needsNetwork(asked: Question, game: GameDescription): boolean {
  if (asked.level === null) return true;
  return [Math.floor(asked.level), Math.ceil(asked.level)].some((level) => game.levels[level - 1]!.network);
}

function wordOf(seed: number | null): bigint {
  return randomWord(seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!);
}

/** Which level makes this decision: between two of them chance says, the upper one as often as the fraction. */
async function wholeLevel(level: number, seed: number | null, text: string): Promise<number> {
  const lower = Math.floor(level);
  if (lower === level) return lower;
  const chance = await chanceOf(seed, `${seed} mixed ${text}`);
  return chance.random() < level - lower ? lower + 1 : lower;
}

/** The same with the line that this level plays in front. */
async function playAs(
  level: Level,
  chance: Chance,
  again: () => Promise<Chance>,
  play: Play,
  found: Found,
  multi: number,
): Promise<Found> {
  if (level.sees_ends && found.seesEnd) return found;
  const roll = chance.random();
  if (roll >= level.random_rate + level.greedy_rate) return found;
  const move = roll < level.random_rate ? anyMove(play, await again()) : greedyMove(play, await again());
  const known = found.lines.find((line) => line.move === move);
  const chosen: EngineLine = known ?? { ...found.lines.at(-1)!, move, pv: [move], visits: 0, proven: null };
  const others = found.lines.filter((line) => line !== known);
  return { ...found, lines: [chosen, ...others].slice(0, multi) };
}

function anyMove(play: Play, chance: Chance): string {
  const moves = play.legal();
  return moves[below(chance, moves.length)]!.text;
}

/** Wins at once if it can, else the move with the highest score after it, at random among equals. */
function greedyMove(play: Play, chance: Chance): string {
  const drawn = play.worths().map((move) => ({ ...move, draw: chance.random() }));
  const best = drawn.reduce((one, other) => {
    const ahead = other.result - one.result || other.score - one.score || other.draw - one.draw;
    return ahead > 0 ? other : one;
  });
  return best.text;
}
