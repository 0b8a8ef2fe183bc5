/** Waiting until what has been asked for is on the screen. */

/** A page in the background is not painted: there it is not waited for. */
const LONGEST_MS = 200;

export const painted = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, LONGEST_MS);
    // After the next frame has been drawn, not before it.
    requestAnimationFrame(() => setTimeout(done));
  });
