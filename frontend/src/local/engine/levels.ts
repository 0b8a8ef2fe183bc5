/** Decisions at a level: how it searches, and what it overlooks. What a level is made of comes from Python. */

import { chanceOf, randomWord, type Chance } from './chance.ts';
import type { EngineLine, Question } from './engine.ts';
import type { GameDescription, Level } from './kernels.ts';
import type { Found, GoOn, Move, Plan, Play } from './play.ts';

/** With a seed chance is that of Python for this text of the position. */
export type Asked = Question & { readonly text?: string };

const BITS_OF_A_SEED = 32;
/** As many simulations as are asked for where only the time counts. */
const NO_LIMIT = 1_000_000_000;
/** As many of the best moves a level that overlooks some of them chooses from. */
const LINES = 40;
/** So few moves are all looked at by a level that looks ahead. */
const HANDFUL = 5;
/** What a move's text names first is its place; a move that names no square is a place of its own. */
const SQUARE = /[a-z]+[0-9]+/;

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
    lines: level.overlooks ? Math.max(LINES, asked.multi) : asked.multi,
    shares: level.overlooks ? 1 : shares,
    network: level.network,
    full: false,
    word: randomWord(chance.bits(BITS_OF_A_SEED)),
  };
  const cut = (found: Found): Found => ({ ...found, lines: found.lines.slice(0, asked.multi) });
  const found = await play.search(plan, goOn, (sofar) => report(cut(sofar)));
  return cut(level.overlooks ? playAs(level, chance, play, found) : found);
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
function playAs(level: Level, chance: Chance, play: Play, found: Found): Found {
  if (level.sees_ends && found.seesEnd) return found;
  if (level.sees_wins && found.lines[0]!.proven === 'win') return found;
  const moves = play.legal();
  const isClear = moves.length <= HANDFUL && !level.builds;
  const seen = noticed(moves, isClear ? 0 : level.overlooks, chance);
  const move = level.builds
    ? mostBuilt(moves, play.gains(moves), seen, chance)
    : (found.lines.find((line) => seen.has(line.move))?.move ?? [...seen][0]!);
  const known = found.lines.find((line) => line.move === move);
  const chosen: EngineLine = known ?? { ...found.lines.at(-1)!, move, pv: [move], visits: 0, proven: null };
  return { ...found, lines: [chosen, ...found.lines.filter((line) => line !== known)] };
}

/** The moves in the places that are seen, at least one of them. */
function noticed(moves: readonly Move[], overlooks: number, chance: Chance): ReadonlySet<string> {
  const placeOf = (text: string): string => SQUARE.exec(text)?.[0] ?? text;
  const drawn = new Map<string, number>();
  for (const { text } of moves) {
    const place = placeOf(text);
    if (!drawn.has(place)) drawn.set(place, chance.random());
  }
  const least = Math.min(overlooks, Math.max(...drawn.values()));
  return new Set(moves.map(({ text }) => text).filter((text) => drawn.get(placeOf(text))! >= least));
}

/** The move that builds most of those that are seen, by chance among equals. */
function mostBuilt(
  moves: readonly Move[],
  gains: readonly number[],
  seen: ReadonlySet<string>,
  chance: Chance,
): string {
  const drawn = moves.map(({ text }, nth) => ({ text, gain: gains[nth]!, draw: chance.random() }));
  return drawn
    .filter(({ text }) => seen.has(text))
    .reduce((one, other) => ((other.gain - one.gain || other.draw - one.draw) > 0 ? other : one)).text;
}
