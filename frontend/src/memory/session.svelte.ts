/** The account that this browser is signed in to, as far as it knows: the session is a cookie that no script reads. */

import { keep, recallValue } from '../storage';

export interface KnownAccount {
  readonly name: string;
  /** The id of its practice profile, which then takes the place of the browser's own. */
  readonly learner: string | null;
}

const KEPT = 'stonefield.account';
const recalled = (): KnownAccount | null => recallValue<KnownAccount | null>(KEPT, null);

class Session {
  /** null for a guest. */
  account: KnownAccount | null = $state.raw(recalled());

  begin({ name, learner }: KnownAccount): void {
    this.account = { name, learner };
    keep(KEPT, JSON.stringify(this.account));
  }

  /** Signed out, or the server has ended it. */
  end(): void {
    if (!this.account) return;
    this.account = null;
    keep(KEPT, 'null');
  }

  /** Another page of this browser may have signed in or out. */
  read(): void {
    const now = recalled();
    if (JSON.stringify(now) !== JSON.stringify(this.account)) this.account = now;
  }
}

export const session = new Session();
