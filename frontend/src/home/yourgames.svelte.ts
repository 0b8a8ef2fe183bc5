/** The games of this device and of the account as the server has them now, and what is said of each. */

import { source } from '../backend';
import { forgetGame, knownFromAccount, knownGames, updateGame, type KnownGame } from '../memory/games';
import { session } from '../memory/session.svelte';
import { waiting } from '../memory/waiting.svelte';
import { Problem } from '../source';
import { t, texts } from '../texts.svelte';
import { engineName, subjectName, tellingScore } from '../words';

/** How many unfinished games are asked for at once. */
const MOST_ASKED = 12;

export class YourGames {
  private known: readonly KnownGame[] = $state.raw(knownGames());
  /** Those of the account, wherever they were played. */
  private account: readonly KnownGame[] = $state.raw([]);
  /** The account has more of them. */
  more = $state(false);
  private page = 0;
  readonly all: readonly KnownGame[] = $derived(merged(this.known, session.account ? this.account : []));
  /** Where an opponent waits for this person, unless such games are listed; at one screen there is none. */
  readonly next: KnownGame | null = $derived(
    waiting.listed.length
      ? null
      : (this.all.find((game) => game.turn && game.way !== 'screen') ??
          this.all.find((game) => game.turn && game.plies > 0) ??
          null),
  );
  /** Those that the page does not show further up already. */
  readonly rest: readonly KnownGame[] = $derived(
    this.all.filter(({ id }) => ![this.next?.id, ...waiting.listed, ...waiting.offered].includes(id)),
  );
  /** The game that is about to be taken off the list. */
  leaving: KnownGame | null = $state.raw(null);

  /** Ask the server about the games that may have gone on. */
  async refresh(): Promise<void> {
    const open = this.known.filter((game) => !game.gone && (game.status !== 'over' || !game.created));
    await Promise.all([this.askAccount(), ...open.slice(0, MOST_ASKED).map((game) => this.ask(game))]);
    this.known = knownGames();
  }

  forget(id: string): void {
    forgetGame(id);
    this.known = knownGames();
  }

  /** Delete it on the server too. */
  async delete({ id, token }: KnownGame): Promise<void> {
    await source.deleteGame(id, token);
    this.forget(id);
  }

  /** The next of the account's games, which are many. */
  fetchMore(): Promise<void> {
    return this.take(this.page + 1);
  }

  private async take(page: number): Promise<void> {
    const { games, more } = await source.fetchMyGames(page);
    const found = games.map(knownFromAccount);
    this.account = page ? [...this.account, ...found] : found;
    this.more = more;
    this.page = page;
  }

  private async askAccount(): Promise<void> {
    if (!session.account) return;
    try {
      await this.take(0);
    } catch {
      // What was known before stays.
    }
  }

  private async ask({ id, token }: KnownGame): Promise<void> {
    try {
      updateGame(id, await source.fetchGame(id, token));
    } catch (error) {
      if (error instanceof Problem && ['no_such_game', 'bad_token'].includes(error.code))
        updateGame(id, null);
    }
  }
}

/** What this browser knows of a game is more than the account tells. */
function merged(known: readonly KnownGame[], account: readonly KnownGame[]): readonly KnownGame[] {
  const here = new Set(known.map(({ id }) => id));
  return [...known, ...account.filter(({ id }) => !here.has(id) && here.add(id))];
}

/** The opponents, or all who play. */
export function playersOf({ way, seats, mine }: KnownGame): string {
  const others = seats.filter((seat) => !mine.includes(seat.seat));
  const named = (others.length ? others : seats).map((seat) => {
    if (seat.kind === 'engine') return engineName(seat.level);
    if (seat.kind === 'open') return t('seat.open');
    return seat.name || t('seat.person', { number: seat.seat + 1 });
  });
  const nameless = way === 'screen' && seats.every((seat) => !seat.name);
  if (!named.length || nameless) return t(`way.${way}`);
  return [...new Set(named)].join(' · ');
}

/** How it stands, or how it ended. */
export function statusOf(game: KnownGame): string {
  if (game.gone) return t('home.recent.gone');
  if (game.status === 'waiting') return t('turn.waiting');
  if (game.status === 'playing') return game.turn ? t('home.recent.turn') : t('home.recent.theirs');
  const { winner, seats, mine, counts } = game;
  const result = resultOf(game);
  const own = seats.find((seat) => seat.seat === mine[0])?.colour ?? winner;
  const sides = Object.keys(counts).sort((a, b) => Number(b === own) - Number(a === own));
  const score = sides.map((side) => counts[side] ?? 0);
  const telling = sides.length === 2 ? tellingScore(score, winner) : [];
  return telling.length ? `${result}, ${telling.join(' : ')}` : result;
}

const RESULTS = {
  won: 'end.you.win',
  lost: 'end.you.lose',
  drawn: 'end.draw',
  stopped: 'end.stopped',
} as const;

function resultOf({ winner, reason, seats, mine, result }: KnownGame): string {
  if (result) return t(RESULTS[result]);
  if (reason === 'stopped') return t('end.stopped');
  if (!winner) return t('end.draw');
  const colour = subjectName(winner);
  if (mine.length !== 1) return t('end.wins', { colour });
  const own = seats.find((seat) => seat.seat === mine[0])?.colour;
  return own === winner ? t('end.you.win') : t('end.you.lose');
}

/** From where the browser loads a picture of how it stands; null where there is none any more. */
export function pictureOf(game: KnownGame, look: Readonly<Record<string, string>>): string | null {
  if (game.gone) return null;
  // How many decisions there are is known only of games that were open here.
  const wanted = game.elsewhere ? look : { ply: String(game.plies), ...look };
  return source.gameAddress(game.id, 'picture.svg', wanted);
}

/** The day a game was made, as people of this language write it; empty where it is not known. */
export function dayOf({ created }: KnownGame): string {
  if (!created) return '';
  return new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium' }).format(created);
}
