/** The account of this browser: signing in and out, and what only its owner sees. */

import { accounts } from '../accounts';
import { session } from '../memory/session.svelte';
import type { AccountMade, AccountView, NewAccount, Proof, SignedIn, TakenAlong } from '../messages';
import { Problem } from '../source';
import { texts } from '../texts.svelte';
import { held } from './browser';
import { makePasskey, showPasskey } from './passkeys';

/** What is told once, right after coming in. */
interface Arrival {
  /** The account is new. */
  readonly made: boolean;
  readonly along: TakenAlong;
  /** To be written down; none but for a new account. */
  readonly codes: readonly string[];
}

export class MyAccount {
  view: AccountView | null = $state.raw(null);
  arrival: Arrival | null = $state.raw(null);
  /** What a link has done that came in a message. */
  linked = $state('');
  /** Waits for the person to show who they are: true once they have, false if they would rather not. */
  asking: ((shown: boolean) => void) | null = $state.raw(null);

  /** As the server has it now. */
  async refresh(): Promise<void> {
    this.take(await accounts.fetchAccount());
  }

  /** Make an account with a password, or else with a passkey of this device. */
  async make(name: string, password: string | null): Promise<void> {
    const { language } = texts;
    const passkey = password === null ? await makePasskey(await accounts.fetchNewAccountOptions(name)) : null;
    const wanted: NewAccount = { name, language, password, passkey, along: held() };
    this.arrive(await accounts.makeAccount(wanted));
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.enter(await accounts.signIn({ name, password, along: held() }));
  }

  async recover(name: string, code: string): Promise<void> {
    await this.enter(await accounts.recover({ name, code, along: held() }));
  }

  /** By the link that came by mail. */
  async recoverByMail(token: string): Promise<void> {
    await this.enter(await accounts.recoverByMail({ token, along: held() }));
  }

  /** `offered`: only if the person picks a passkey among what the browser fills in. */
  async signInByPasskey(offered?: AbortSignal): Promise<void> {
    const passkey = await showPasskey(await accounts.fetchSignInOptions(), offered);
    await this.enter(await accounts.signInByPasskey({ passkey, along: held() }));
  }

  async signOut(): Promise<void> {
    await accounts.endSession('current');
    this.leave();
  }

  /** For good. */
  async delete(): Promise<void> {
    await this.proven(async () => {
      await accounts.deleteAccount();
      this.leave();
    });
  }

  async addPasskey(name: string): Promise<void> {
    await this.changed(async () => {
      const passkey = await makePasskey(await accounts.fetchPasskeyOptions());
      await accounts.addPasskey({ passkey, name });
    });
  }

  async renewCodes(): Promise<void> {
    await this.changed(async () => {
      const { codes } = await accounts.renewCodes();
      this.arrival = { made: false, along: { games: [], studies: [], learner: false }, codes };
    });
  }

  /** Change something for which the person has to have shown lately who they are. */
  async changed(change: () => Promise<unknown>): Promise<void> {
    await this.proven(async () => {
      await change();
      await this.refresh();
    });
  }

  async prove(proof: Proof): Promise<void> {
    await accounts.prove(proof);
    this.answer(true);
  }

  async proveByPasskey(): Promise<void> {
    await this.prove({ passkey: await showPasskey(await accounts.fetchSignInOptions()) });
  }

  /** The person has shown who they are, or would rather not. */
  answer(shown: boolean): void {
    this.asking?.(shown);
    this.asking = null;
  }

  private async proven(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'prove_first') throw error;
      if (await new Promise<boolean>((resolve) => (this.asking = resolve))) await task();
    }
  }

  private arrive(made: AccountMade): void {
    this.arrival = { made: true, along: made.along, codes: made.recovery_codes };
    this.take(made.account);
  }

  private async enter({ account, along }: SignedIn): Promise<void> {
    this.arrival = { made: false, along, codes: [] };
    // The person's own language, on every device.
    if (account.language !== texts.language) await texts.load(account.language).catch(() => undefined);
    this.take(account);
  }

  private take(view: AccountView): void {
    this.view = view;
    session.begin(view);
  }

  private leave(): void {
    this.view = null;
    this.arrival = null;
    session.end();
  }
}
