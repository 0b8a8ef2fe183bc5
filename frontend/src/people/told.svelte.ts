/** How the account is told while its owner is away, as the server has it. */

import { accounts } from '../accounts';
import type { MessagesView } from '../messages';
import type { MyAccount } from './account.svelte';
import { subscribe, unsubscribe } from './push';

export class Told {
  view: MessagesView | null = $state.raw(null);
  /** The feed's address, right after it was made. */
  feed = $state('');

  constructor(private readonly account: MyAccount) {}

  async refresh(): Promise<void> {
    this.view = await accounts.fetchMessages();
  }

  /** The address can also bring its owner back in, so the person shows first who they are. */
  async setMail(mail: string | null): Promise<void> {
    await this.account.changed(async () => {
      this.view = await accounts.setMail({ mail });
    });
  }

  async chooseMail(on: boolean, hour: number | null): Promise<void> {
    this.view = await accounts.chooseMail({ on, hour });
  }

  async addDevice(): Promise<void> {
    this.view = await accounts.addDevice(await subscribe(this.view?.push_key ?? ''));
  }

  async removeDevice(id: string, here: boolean): Promise<void> {
    this.view = await accounts.removeDevice(id);
    if (here) await unsubscribe();
  }

  async setChat(kind: 'discord' | 'telegram', address: string | null): Promise<void> {
    this.view = await accounts.setChat(kind, address);
  }

  async makeFeed(): Promise<void> {
    this.feed = (await accounts.makeFeed()).address;
    await this.refresh();
  }

  async dropFeed(): Promise<void> {
    this.feed = '';
    this.view = await accounts.dropFeed();
  }
}

/** The hour of the day in UTC, and here: as people write it. */
export const hourHere = (hour: number, language: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date().setUTCHours(hour, 0, 0, 0));
