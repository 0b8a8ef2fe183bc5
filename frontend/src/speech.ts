/** The source of chat, reports and moderation. */

import { remoteManners } from './remote/manners';
import type { MannersSource } from './peoplesource';

export const manners: MannersSource = remoteManners;
