/** Something asked of the server by a form: whether it is on its way, and why it failed. */

import { Problem } from './api';
import { problemSentence } from './words';

export class Attempt {
  waiting = $state(false);
  /** What went wrong, in the reader's language; empty while nothing has. */
  problem = $state('');
  /** Line and column, for whoever wrote a record that cannot be read. */
  detail = $state('');

  async make(task: () => Promise<void>): Promise<void> {
    this.waiting = true;
    this.problem = this.detail = '';
    try {
      await task();
    } catch (error) {
      const { code, detail } = error instanceof Problem ? error : new Problem('invalid', '');
      this.problem = problemSentence(code);
      if (code === 'invalid_record') this.detail = detail;
    } finally {
      this.waiting = false;
    }
  }
}
