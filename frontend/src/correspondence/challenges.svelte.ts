/** Challenges of the account and of this browser: those that wait, and what is done with them. */

import { correspondence } from '../accounts';
import { source } from '../backend';
import { newId } from '../ids';
import { forgetChallenge, knownChallenge, knownChallenges, rememberChallenge } from '../memory/challenges';
import { knownGame, rememberGame } from '../memory/games';
import { session } from '../memory/session.svelte';
import type { ChallengeView, NewChallenge, NewGame } from '../messages';
import { address } from '../routes.svelte';

/** How many challenges of a guest are asked for. */
const MOST_ASKED = 12;

export class Challenges {
  received: readonly ChallengeView[] = $state.raw([]);
  made: readonly ChallengeView[] = $state.raw([]);
  known = $state(false);

  async refresh(): Promise<void> {
    const { received, made } = session.account ? await correspondence.fetchChallenges() : await ofBrowser();
    this.received = received.filter(waits);
    // What has come of one's own is told as long as the server has it.
    this.made = made.filter(({ status }) => status !== 'withdrawn');
    this.known = true;
  }

  async decline(challenge: ChallengeView): Promise<void> {
    await correspondence.declineChallenge(challenge.challenge);
    await this.refresh();
  }

  async withdraw(challenge: ChallengeView): Promise<void> {
    await withdraw(challenge);
    await this.refresh();
  }
}

const waits = ({ status }: ChallengeView): boolean => status === 'open';

async function ofBrowser() {
  const asked = knownChallenges()
    .slice(0, MOST_ASKED)
    .map(({ id, token }) => correspondence.fetchChallenge(id, token).catch(() => null));
  const made = (await Promise.all(asked)).filter((one) => one !== null);
  return { received: [], made };
}

export async function withdraw({ challenge }: ChallengeView): Promise<void> {
  await correspondence.withdrawChallenge(challenge, knownChallenge(challenge)?.token ?? null);
  forgetChallenge(challenge);
}

/** Challenge a person, or anyone who gets the link. */
export async function make(wishes: NewGame, opponent: string): Promise<ChallengeView> {
  const wanted: NewChallenge = { wishes, opponent: opponent || null };
  const { challenge, token } = await correspondence.makeChallenge(wanted);
  // An account needs no token.
  if (!session.account) rememberChallenge(challenge.challenge, token);
  return challenge;
}

/** The token of each acceptance, so that one whose answer was lost is the same when it is tried again. */
const tokens = new Map<string, string>();

export async function accept({ challenge }: ChallengeView, name: string): Promise<void> {
  const chosen = tokens.get(challenge) ?? newId();
  tokens.set(challenge, chosen);
  const { game, token, state } = await correspondence.acceptChallenge(challenge, { name, chosen });
  rememberGame(state, token);
  address.go(`/g/${game}`);
}

/** To the game that has come of a challenge, with its maker's token. */
export async function openGame({ challenge, game }: ChallengeView): Promise<void> {
  if (game === null) return;
  const token = knownChallenge(challenge)?.token ?? null;
  if (token && !knownGame(game)) rememberGame(await source.fetchGame(game, token), token);
  address.go(`/g/${game}`);
}
