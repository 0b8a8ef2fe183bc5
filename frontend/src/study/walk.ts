/** The way from mistake to mistake: look at one, look for something better, learn from all of them. */

import type { Desk } from './desk.svelte';
import { Lesson } from './lesson.svelte';
import type { Mistake } from './review.svelte';
import { lessonSentence, mistakeSentence, taskTitle } from './words';

export class Walk {
  readonly lesson = new Lesson();

  constructor(private readonly desk: Desk) {}

  /** To the next costly decision, and say what would have been better. */
  next(by: 1 | -1): void {
    const mistake = this.after(by);
    if (mistake) this.show(mistake);
  }

  show(mistake: Mistake): void {
    this.stop();
    this.desk.go(mistake.node);
    this.desk.announcement = mistakeSentence(this.desk, mistake);
  }

  /** Look for something better than the mistake on the board, or than the next one. */
  tryAgain(): void {
    const { mistakes } = this.desk.reviewed;
    const here = mistakes.find(({ node, before }) => node === this.desk.node || before === this.desk.node);
    const mistake = here ?? this.after(1);
    if (!mistake) return;
    this.stop();
    this.ask(mistake);
  }

  /** Show what was better than the mistake on the board. */
  reveal(): void {
    this.tryAgain();
    this.desk.trying.reveal();
  }

  /** Look for something better than each mistake, one after the other. */
  learn(): void {
    const { first, rest } = this.desk.reviewed.lesson();
    this.begin(first, rest);
  }

  /** Learn from those that were left for later. */
  learnOn(): void {
    this.begin(this.lesson.rest, []);
  }

  /** The next mistake of the lesson, or of the game. */
  onward(): void {
    const { trying } = this.desk;
    if (this.lesson.running) {
      const mistake = this.lesson.next(trying.found);
      if (mistake) return this.ask(mistake);
      trying.stop();
      this.desk.announcement = lessonSentence(this.lesson);
    } else {
      const mistake = this.after(1);
      if (mistake) this.ask(mistake);
    }
  }

  /** Show what comes after the decision that was found. */
  playOut(): void {
    const { mistake, tried } = this.desk.trying;
    if (!mistake || !tried) return;
    this.stop();
    this.desk.add(mistake.before, [tried.text, ...tried.reply.slice(0, 5)], true);
  }

  /** No longer look for anything. */
  stop(): void {
    this.desk.trying.stop();
    this.lesson.stop();
  }

  /** The board shows another moment: what was looked for belongs to the one before. */
  leave(node: number): void {
    const { mistake } = this.desk.trying;
    if (this.lesson.over || (mistake && mistake.before !== node)) this.stop();
  }

  private begin(mistakes: readonly Mistake[], rest: readonly Mistake[]): void {
    this.stop();
    this.lesson.start(mistakes, rest);
    const first = this.lesson.next(false);
    if (first) this.ask(first);
    else this.lesson.stop();
  }

  private ask(mistake: Mistake): void {
    const { desk } = this;
    desk.trying.stop();
    desk.go(mistake.before);
    desk.trying.start(mistake);
    desk.announcement = taskTitle(desk, mistake);
  }

  private after(by: 1 | -1): Mistake | null {
    const { trying, current, reviewed } = this.desk;
    // While something better is looked for, the board shows the position before the mistake.
    return reviewed.next(trying.mistake?.decision.ply ?? current?.ply ?? 0, by);
  }
}
