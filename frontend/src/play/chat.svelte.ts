/** What the players of a game say to each other: the server has the lines, and says when there are more. */

import { manners } from '../speech';
import type { ChatLine, ChatView, Greeting, State } from '../messages';
import { settings } from '../settings.svelte';
import { seatName } from '../words';
import { greetingLine, type SaidLine } from './announce';

interface Page {
  readonly state: State;
  readonly token: string | null;
  /** Say something for the eye and for the ear. */
  tell: (line: SaidLine) => void;
  readonly saying: { clear(): void };
}

export class Chat {
  lines: readonly ChatLine[] = $state.raw([]);
  problem: ChatView['problem'] = $state(null);
  until: number | null = $state(null);
  why = $state('');
  muted = $state(false);
  /** The card is open. */
  open = $state(false);
  /** Lines of others that were not shown yet. */
  unread = $state(0);

  private known = 0;
  /** What was said before the page was opened is not announced. */
  private begun = false;
  private asked = -1;
  private asking = false;

  constructor(
    private readonly game: string,
    private readonly page: Page,
  ) {}

  /** There are lines up to this number; without one there may be some, the line was lost meanwhile. */
  catchUp(number = Infinity): void {
    if (!this.page.state.may.greet && !this.page.state.you.seats.length) return;
    if (number <= this.known) return;
    this.asked = Math.max(this.asked, number);
    if (!this.asking) void this.ask();
  }

  private async ask(): Promise<void> {
    this.asking = true;
    try {
      while (this.asked > this.known) {
        this.asked = -1;
        this.take(await manners.fetchChat(this.game, this.page.token, this.known));
        this.begun = true;
      }
    } catch {
      // The next line, or the next connection, asks again.
    } finally {
      this.asking = false;
    }
  }

  /** A greeting is heard at once; its line comes with the others. */
  hear(greeting: Greeting): void {
    const { state } = this.page;
    const mine = state.you.seats.includes(greeting.seat);
    if (mine || (settings.greetings && !this.muted)) this.page.tell(greetingLine(state, greeting));
  }

  async say(text: string): Promise<void> {
    this.all(await manners.say(this.game, this.page.token, text));
  }

  async mute(muted: boolean): Promise<void> {
    this.all(await manners.muteChat(this.game, this.page.token, muted));
  }

  /** All lines anew: what is shown of them may be others now. */
  async refresh(): Promise<void> {
    this.all(await manners.fetchChat(this.game, this.page.token));
  }

  show(open: boolean): void {
    this.open = open;
    this.unread = 0;
    // What was said over the board is now read in the card.
    if (open) this.page.saying.clear();
  }

  private all(view: ChatView): void {
    this.lines = view.lines;
    this.heard(view);
  }

  private take(view: ChatView): void {
    const fresh = view.lines.filter(({ number }) => number > (this.lines.at(-1)?.number ?? 0));
    this.lines = [...this.lines, ...fresh];
    this.heard(view);
    if (!settings.greetings) return;
    const others = fresh.filter(({ mine }) => !mine);
    if (!this.open) this.unread += others.length;
    if (!this.begun || this.open) return;
    // A greeting has been heard already.
    for (const line of others) if (!line.greeting) this.page.tell(this.said(line));
  }

  private heard(view: ChatView): void {
    this.known = Math.max(this.known, view.number);
    this.problem = view.problem;
    this.until = view.until;
    this.why = view.why;
    this.muted = view.muted;
  }

  private said({ seat, text }: ChatLine): SaidLine {
    const { state } = this.page;
    const from = state.seats[seat];
    return { text: from ? `${seatName(state, from)}: ${text}` : text, icon: 'speech' };
  }
}
