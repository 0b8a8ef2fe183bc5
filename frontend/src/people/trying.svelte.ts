/** An attempt with an account, in which a name can be refused for a reason. */

import { Attempt } from '../attempt.svelte';
import { Problem } from '../source';

export class Trying extends Attempt {
  /** The code of what went wrong; empty while nothing has. */
  code = $state('');

  override make(task: () => Promise<void>): Promise<void> {
    this.code = '';
    return super.make(async () => {
      try {
        await task();
      } catch (error) {
        const problem = clearer(error);
        this.code = problem instanceof Problem ? problem.code : 'invalid';
        throw problem;
      }
    });
  }
}

/** The server names the reason beside its code. */
function clearer(error: unknown): unknown {
  const refused = error instanceof Problem && error.code === 'name_refused';
  return refused ? new Problem(`name_${error.detail}`, error.detail) : error;
}
