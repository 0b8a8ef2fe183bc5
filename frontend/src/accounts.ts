/** The sources of accounts and of correspondence, which only pages of people load. */

import { remoteAccounts } from './remote/accounts';
import { remoteCorrespondence } from './remote/correspondence';
import type { AccountSource, CorrespondenceSource } from './peoplesource';

export const accounts: AccountSource = remoteAccounts;
export const correspondence: CorrespondenceSource = remoteCorrespondence;
