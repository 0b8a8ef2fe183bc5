/** A line over a WebSocket: it says hello, comes back after a loss, and repeats what was not answered. */

import { newId } from '../ids';
import type {
  CancelRequest,
  ClientMessage,
  Hello,
  LobbyClientMessage,
  LobbyServerMessage,
  NewAction,
  NewStudyAction,
  Ping,
  ServerMessage,
  StudyClientMessage,
  StudyServerMessage,
} from '../messages';
import { device, onDevice, type Wire } from '../place';
import type { Line, LineEvents } from '../source';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** Without a word for this long the line is tried: by a page that is looked at, and by one that is not. */
const SILENCE = 5_000;
const SILENCE_UNSEEN = 25_000;
const LOOK = 1_000;
/** Without an answer for this long the page says so, and soon afterwards tries another line. */
const PATIENCE = 2_000;
const GIVEN_UP = 3_000;
/** So long a new line may take to say the first word. */
const OPENING = 8_000;
/** Where line after line is given up, each gets more time than the one before; so does a slow one. */
const LONGEST_GIVEN_UP = 24_000;
const ROUND_TRIPS = 3;
/** The code that tells editors that their link was taken back. */
const LINK_RENEWED = 4403;
/** Closing codes after which another attempt would end the same way. */
const FINAL = new Set([4400, LINK_RENEWED, 4404]);

/** What is only said to those who are let in. */
const WELCOME = new Set(['state', 'update', 'presence', 'pong', 'lobby']);

interface Said {
  readonly type: string;
  readonly id?: string | null;
}

/** `Sent` and `Heard` are the messages of both directions, `Act` the actions before they have an id. */
class Socket<Sent extends object, Heard extends object, Act extends object> implements Line<Sent, Act> {
  private socket: Wire | null = null;
  private readonly unanswered = new Map<string, Sent>();
  private wait = FIRST_WAIT;
  private givenUp = GIVEN_UP;
  private asked = 0;
  private timer = 0;
  private pulse = 0;
  /** How many words have come, and when the last one did. */
  private words = 0;
  private heard = 0;
  private ended = false;

  constructor(
    private readonly path: string,
    private readonly token: string | null,
    private readonly events: LineEvents<Heard>,
  ) {
    // The device is there without a network.
    if (!onDevice(path)) {
      addEventListener('online', this.retryNow);
      addEventListener('offline', this.offline);
    }
    this.connect();
  }

  act(action: Act): string {
    const id = newId();
    this.ask({ ...action, id } as unknown as Sent & { id: string });
    this.expectAnswer(id);
    return id;
  }

  ask(question: Sent & { readonly id: string }): void {
    this.unanswered.set(question.id, question);
    this.send(question);
  }

  cancel(id: string): void {
    this.unanswered.delete(id);
    this.send({ type: 'cancel', id });
  }

  send(message: Sent | Hello | Ping | CancelRequest): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (!['ping', 'pulse'].includes((message as Said).type)) return;
    this.asked = performance.now();
    this.expectWord();
  }

  hello(): void {
    this.send({ type: 'hello', token: this.token, version: this.events.version() });
  }

  close(): void {
    this.ended = true;
    removeEventListener('online', this.retryNow);
    removeEventListener('offline', this.offline);
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  private expectAnswer(id: string): void {
    this.expect(() => !this.unanswered.has(id));
  }

  private expectWord(least = 0): void {
    const { words } = this;
    this.expect(() => this.words > words, least);
  }

  /** Say that nothing is heard before people wonder; a line on which nothing comes back is given up. */
  private expect(isThere: () => boolean, least = 0): void {
    const { socket } = this;
    const missing = () => socket === this.socket && !isThere() && !this.ended;
    setTimeout(() => missing() && this.events.connection('lost', false), Math.max(PATIENCE, least));
    setTimeout(() => missing() && this.giveUp(), Math.max(this.givenUp, least));
  }

  private giveUp(): void {
    this.givenUp = Math.min(LONGEST_GIVEN_UP, 2 * this.givenUp);
    this.retryNow();
  }

  /** What was asked for is here: from now on lines get as much time as they need. */
  private answered(type: string): void {
    const took = type === 'pong' ? performance.now() - this.asked : 0;
    // An action that is too much for the server is not done sooner because the line itself is quick.
    if (type !== 'pong' || !this.unanswered.size)
      this.givenUp = Math.min(LONGEST_GIVEN_UP, Math.max(GIVEN_UP, ROUND_TRIPS * took));
  }

  private connect(): void {
    if (!onDevice(this.path)) {
      const url = new URL(this.path, location.href);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      this.begin(new WebSocket(url));
      return;
    }
    this.socket = null;
    device().then(
      (here) => this.ended || this.begin(here.open(this.path)),
      () => this.lost(0),
    );
  }

  private begin(socket: Wire): void {
    this.socket = socket;
    this.expectWord(OPENING);
    socket.addEventListener('open', () => {
      this.hello();
      for (const message of this.unanswered.values()) this.send(message);
      this.beat();
    });
    socket.addEventListener('message', (event) => this.read((event as MessageEvent<string>).data));
    socket.addEventListener('close', (event) => {
      if (socket === this.socket) this.lost((event as CloseEvent).code);
    });
  }

  private read(text: string): void {
    this.heard = Date.now();
    this.words += 1;
    this.wait = FIRST_WAIT;
    const message = JSON.parse(text) as Heard;
    const { type, id } = message as Said;
    const answers = type === 'accepted' || type === 'refused';
    if (id) this.unanswered.delete(id);
    if (answers || WELCOME.has(type)) this.events.connection('open', false);
    if (answers || type === 'pong') this.answered(type);
    this.events.receive(message);
  }

  private beat(): void {
    clearInterval(this.pulse);
    this.heard = Date.now();
    this.pulse = window.setInterval(() => {
      if (Date.now() - this.heard < (document.hidden ? SILENCE_UNSEEN : SILENCE)) return;
      this.heard = Date.now();
      this.send({ type: 'ping' });
    }, LOOK);
  }

  private lost(code: number): void {
    clearInterval(this.pulse);
    this.socket = null;
    if (this.ended) return;
    if (FINAL.has(code)) {
      this.ended = true;
      this.events.connection('closed', code === LINK_RENEWED);
      return;
    }
    this.events.connection('lost', false);
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** A line from before the network went is not to be trusted. */
  private readonly retryNow = (): void => {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    const before = this.socket;
    this.connect();
    before?.close();
  };

  private readonly offline = (): void => this.events.connection('lost', false);
}

export class GameSocket extends Socket<ClientMessage, ServerMessage, NewAction> {}
export class LobbySocket extends Socket<LobbyClientMessage, LobbyServerMessage, never> {}
export class StudySocket extends Socket<StudyClientMessage, StudyServerMessage, NewStudyAction> {
  /** A page with the latest version is told nothing new, so an answer is asked for. */
  override hello(): void {
    super.hello();
    this.send({ type: 'ping' });
  }
}
