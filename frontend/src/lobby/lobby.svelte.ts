/** The lobby as it changes, and a game that is looked for there. */

import { forgetGame, knownGames, rememberGame } from '../memory/games';
import { keepSought, type Sought } from '../memory/sought';
import type { LobbyView, NewGame, NewSeek, Seated } from '../messages';
import { address } from '../routes.svelte';
import { seeks } from '../seeks';
import { startGame } from '../setup/start';
import { Problem, type Connection } from '../source';
import { levelFor } from './strength';

/** How often a page that waits asks whether an older game fits, and when it offers the engine. */
const ASK_MS = 5_000;
export const PATIENCE_MS = 20_000;

/** The lobby while its page is open. */
export class Lobby {
  view: LobbyView | null = $state.raw(null);
  connection: Connection = $state('connecting');

  private line = this.open();

  private open() {
    return seeks.followLobby({
      version: () => null,
      receive: (message) => {
        if (message.type === 'lobby') this.view = message;
      },
      connection: (connection) => (this.connection = connection),
    });
  }

  /** Come in anew, as someone who agrees to be seen or does so no more. */
  reopen(): void {
    this.line.close();
    this.line = this.open();
  }

  close(): void {
    this.line.close();
  }
}

function enter(seated: Seated, wishes: NewGame): void {
  rememberGame(seated.state, seated.token, seated.invite);
  keepSought({ game: seated.game, token: seated.token, wishes });
  address.go(`/g/${seated.game}`);
}

/** Games that this browser has listed: it does not play against itself. */
const ownGames = (): string[] =>
  knownGames()
    .filter(({ status, token }) => status === 'waiting' && token)
    .map(({ id }) => id)
    .slice(0, 20);

/** Play with anyone who likes to: in a game that waits already, or in a new one that is listed. */
export const findOpponent = async (wishes: NewGame): Promise<void> =>
  enter(await seeks.pairUp(wishes, null, ownGames()), wishes);

/** List a game for several times, or for players of some strength. */
export async function list(game: NewGame, how: Omit<NewSeek, 'game'>): Promise<void> {
  const seated = await seeks.listSeek({ game, ...how });
  rememberGame(seated.state, seated.token, seated.invite);
  keepSought({ game: seated.game, token: seated.token, wishes: game, standing: true });
  address.go(`/g/${seated.game}`);
}

/** List a game no more; it is gone then. */
export async function withdraw(game: string, token: string | null): Promise<void> {
  await seeks.withdrawSeek(game, token);
  forgetGame(game);
}

/** Play a level instead of waiting: the same game, with its clock where a level can have one. */
export async function playLevel({ game, token, wishes }: Sought, level: number): Promise<void> {
  await withdraw(game, token);
  const clock = wishes.clock && 'seconds' in wishes.clock ? wishes.clock : null;
  const seats = wishes.seats.map((seat) =>
    seat.kind === 'open' ? { kind: 'engine' as const, level } : seat,
  );
  await startGame({ ...wishes, seats, clock, rated: Boolean(wishes.rated && clock) });
}

/** Take the seat that a game in the lobby has open. */
export async function take(game: string, name: string): Promise<void> {
  const seated = await seeks.takeSeek(game, name);
  rememberGame(seated.state, seated.token, null);
  address.go(`/g/${seated.game}`);
}

/** Asks again and again whether an older game fits, as long as no one has come. */
export class Looking {
  /** No one has come for a while: a level that is about as strong, if one is known. */
  level: number | null = $state(null);

  private readonly asking = setInterval(() => void this.ask(), ASK_MS);
  private readonly patience = setTimeout(() => void this.offer(), PATIENCE_MS);

  constructor(private readonly sought: Sought) {}

  close(): void {
    clearInterval(this.asking);
    clearTimeout(this.patience);
  }

  private async offer(): Promise<void> {
    this.level = await levelFor(this.sought.wishes);
  }

  private async ask(): Promise<void> {
    const { game, token, wishes } = this.sought;
    try {
      const seated = await seeks.pairUp(wishes, { game, token }, ownGames());
      if (location.pathname === `/g/${game}`) enter(seated, wishes);
      // Who has left in this moment finds the game among their own: the other player waits there.
      else rememberGame(seated.state, seated.token, seated.invite);
    } catch (error) {
      // Someone has come, or it is listed no more: there is nothing left to ask for.
      if (error instanceof Problem && ['seat_taken', 'no_such_game'].includes(error.code)) this.close();
    }
  }
}
