/** Looking at earlier moments of a game while it goes on. */

import type { Scene, SceneMessage, State } from '../messages';

export class Browsing {
  /** The moment looked at: so many decisions after the start; null for the game as it stands. */
  ply: number | null = $state(null);
  /** Whether the last step went forward by one, which is worth animating. */
  forward = $state(false);
  private scenes: ReadonlyMap<number, Scene> = $state.raw(new Map());
  private shown: Scene | null = $state.raw(null);

  constructor(private readonly ask: (ply: number) => void) {}

  /** The scene to show, or null for the live one; while one is on its way, the last stays. */
  get scene(): Scene | null {
    return this.ply === null ? null : this.shown;
  }

  /** Keep what passes by; drop what a takeback has made untrue. */
  follow(state: State, keep: number): void {
    const scenes = new Map([...this.scenes].filter(([ply]) => ply <= keep));
    scenes.set(state.scene.ply, state.scene);
    this.scenes = scenes;
    if (this.ply !== null && this.ply >= state.scene.ply) this.leave();
  }

  receive(message: SceneMessage): void {
    this.scenes = new Map(this.scenes).set(message.ply, message.scene);
    if (message.ply === this.ply) this.shown = message.scene;
  }

  go(ply: number, last: number): void {
    const from = this.ply ?? last;
    const to = Math.max(0, Math.min(last, ply));
    this.forward = to === from + 1;
    if (to === last) return this.leave();
    if (this.ply === null) this.shown = this.scenes.get(last) ?? null;
    this.ply = to;
    const scene = this.scenes.get(to);
    if (scene) this.shown = scene;
    else this.ask(to);
    if (to > 0 && !this.scenes.has(to - 1)) this.ask(to - 1);
  }

  /** A new line is open: what was asked on the one before is not on its way any more. */
  askAgain(): void {
    if (this.ply !== null && !this.scenes.has(this.ply)) this.ask(this.ply);
  }

  leave(): void {
    this.ply = null;
    this.shown = null;
  }
}
