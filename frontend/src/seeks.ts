/** The source of what waits in the lobby, which only its page loads. */

import { remoteSeeks } from './remote/seeks';
import type { SeekSource } from './source';

export const seeks: SeekSource = remoteSeeks;
