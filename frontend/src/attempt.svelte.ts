/** Something asked of the server by a form: whether it is on its way, and why it failed. */

import { Problem } from './api';
import { problemSentence } from './words';

export class Attempt {
  waiting = $state(false);
  /** What went wrong, in the reader's language; empty while nothing has. */
  problem = $state('');
  /** Where a record cannot be read, for whoever wrote it. */
  place: Problem['place'] = $state.raw(null);

  async make(task: () => Promise<void>): Promise<void> {
    this.waiting = true;
    this.problem = '';
    this.place = null;
    try {
      await task();
    } catch (error) {
      const { code, place } = error instanceof Problem ? error : new Problem('invalid', '');
      this.problem = problemSentence(code);
      this.place = place;
    } finally {
      this.waiting = false;
    }
  }
}
