/** Something asked of the server: whether it is on its way, and why it failed. */

import { Problem } from './source';
import { problemSentence } from './words';

export class Attempt {
  waiting = $state(false);
  /** What went wrong, in the reader's language; empty while nothing has. */
  problem = $state('');
  /** No server answered. */
  away = $state(false);
  /** Where a record cannot be read. */
  place: Problem['place'] = $state.raw(null);

  async make(task: () => Promise<void>): Promise<void> {
    this.waiting = true;
    this.problem = '';
    this.away = false;
    this.place = null;
    try {
      await task();
    } catch (error) {
      const { code, place } = error instanceof Problem ? error : new Problem('invalid', '');
      this.problem = problemSentence(code);
      this.away = code === 'away';
      this.place = place;
    } finally {
      this.waiting = false;
    }
  }
}
