/** The games between people that wait for this person, least time left first, of the account or else of this browser. */

import { correspondence } from '../accounts';
import { source } from '../backend';
import { playersOf, pictureOf } from '../home/yourgames.svelte';
import { forgetChallenge, knownChallenges } from '../memory/challenges';
import { knownGame, knownGames, rememberGame, updateGame, type KnownGame } from '../memory/games';
import { session } from '../memory/session.svelte';
import { waiting } from '../memory/waiting.svelte';
import type { TurnGame } from '../messages';
import { Problem } from '../source';
import { t } from '../texts.svelte';

const REFRESH_MS = 60_000;
/** How many games of this browser are asked for at once. */
const MOST_ASKED = 12;
type Look = Readonly<Record<string, string>>;

/** A game that waits. */
export interface Due {
  readonly game: string;
  readonly rules: string;
  /** The opponents. */
  readonly who: string;
  /** The time that is left; null: no clock. */
  readonly left: number | null;
  readonly picture: (look: Look) => string | null;
}

class Turns {
  games: readonly Due[] = $state.raw([]);
  /** Games that are over, in which the other player offers a rematch. */
  rematches: readonly Due[] = $state.raw([]);
  /** The games are known. */
  known = $state(false);
  private timer = 0;
  /** Counts the askings: only the last answer counts. */
  private asked = 0;

  /** Ask again; with `after`, the games that follow that one come first. */
  async refresh(after: string | null = null): Promise<void> {
    this.timer ||= window.setInterval(() => void this.look(), REFRESH_MS);
    const asking = ++this.asked;
    const [games, rematches] = session.account ? await ofAccount(after) : await ofBrowser(after);
    if (asking !== this.asked) return;
    this.games = games;
    this.rematches = rematches;
    this.known = true;
    waiting.count = games.length + rematches.length;
  }

  /** The game to go to from another one; null when none is left. */
  async next(after: string): Promise<Due | null> {
    await this.refresh(after);
    return this.games.find(({ game }) => game !== after) ?? null;
  }

  private async look(): Promise<void> {
    if (document.hidden || (!session.account && !this.games.length)) return;
    // What was known before stays.
    await this.refresh().catch(() => undefined);
  }
}

export const turns = new Turns();

type Found = readonly [games: readonly Due[], rematches: readonly Due[]];

async function ofAccount(after: string | null): Promise<Found> {
  const { games, rematches } = await correspondence.fetchTurns(after);
  return [games.map(fromAccount), rematches.map(fromAccount)];
}

function fromAccount({ game, rules, seats, left_ms: left }: TurnGame): Due {
  const who = seats.flatMap(({ mine, name }, i) =>
    mine ? [] : [name || t('seat.person', { number: i + 1 })],
  );
  return {
    game,
    rules,
    who: who.join(' · '),
    left,
    picture: (look) => source.gameAddress(game, 'picture.svg', look),
  };
}

async function ofBrowser(after: string | null): Promise<Found> {
  await settleChallenges();
  const mayWait = ({ slow, gone }: KnownGame): boolean => !gone && slow != null;
  await Promise.all(knownGames().filter(mayWait).slice(0, MOST_ASKED).map(ask));
  const known = knownGames().filter(mayWait);
  const found = known
    .filter(({ turn }) => turn)
    .map(fromBrowser)
    .sort((a, b) => (a.left ?? Infinity) - (b.left ?? Infinity) || 0);
  const place = found.findIndex(({ game }) => game === after) + 1;
  return [
    [...found.slice(place), ...found.slice(0, place)],
    known.filter(({ slow }) => slow?.rematch).map(fromBrowser),
  ];
}

function fromBrowser(known: KnownGame): Due {
  const { id, rules, slow } = known;
  const left = slow?.left == null ? null : Math.max(0, slow.left - (Date.now() - slow.at));
  return { game: id, rules, who: playersOf(known), left, picture: (look) => pictureOf(known, look) };
}

async function ask({ id, token }: KnownGame): Promise<void> {
  try {
    const state = await source.fetchGame(id, token);
    updateGame(id, state);
    // The token is good for the rematch too.
    if (state.rematch && token && !knownGame(state.rematch))
      rememberGame(await source.fetchGame(state.rematch, token), token);
  } catch (error) {
    if (isGone(error)) updateGame(id, null);
  }
}

/** Challenges that have been accepted become games of this browser. */
async function settleChallenges(): Promise<void> {
  await Promise.all(
    knownChallenges()
      .slice(0, MOST_ASKED)
      .map(async ({ id, token }) => {
        try {
          const { status, game } = await correspondence.fetchChallenge(id, token);
          if (game) rememberGame(await source.fetchGame(game, token), token);
          if (status !== 'open') forgetChallenge(id);
        } catch (error) {
          if (isGone(error)) forgetChallenge(id);
        }
      }),
  );
}

const isGone = (error: unknown): boolean =>
  error instanceof Problem && ['no_such_game', 'no_such_challenge', 'bad_token'].includes(error.code);
