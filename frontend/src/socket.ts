/** One connection to one game: it says hello, comes back after a loss, and repeats what was not answered. */

import { gamePath } from './api';
import { newId } from './ids';
import type { ClientMessage, NewAction, ServerMessage } from './messages';

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** Without a word for this long the connection is tried. */
const SILENCE = 25_000;
/** Closing codes after which another attempt would end the same way. */
const FINAL = new Set([4400, 4404]);

export interface SocketEvents {
  readonly version: () => number | null;
  readonly receive: (message: ServerMessage) => void;
  readonly connection: (connection: Connection) => void;
}

export class GameSocket {
  private socket: WebSocket | null = null;
  private readonly unanswered = new Map<string, ClientMessage>();
  private wait = FIRST_WAIT;
  private timer = 0;
  private pulse = 0;
  private heard = 0;
  private ended = false;

  constructor(
    private readonly game: string,
    private readonly token: string | null,
    private readonly events: SocketEvents,
  ) {
    addEventListener('online', this.retryNow);
    this.connect();
  }

  /** Send an action under a new id, again after a loss until it is answered. Returns the id. */
  act(action: NewAction): string {
    const id = newId();
    const message: ClientMessage = { ...action, id };
    this.unanswered.set(id, message);
    this.send(message);
    return id;
  }

  /** Send something that is not worth repeating. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  hello(): void {
    this.send({ type: 'hello', token: this.token, version: this.events.version() });
  }

  close(): void {
    this.ended = true;
    removeEventListener('online', this.retryNow);
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  private connect(): void {
    const url = new URL(gamePath(this.game, 'socket'), location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.socket = socket;
    this.events.connection('connecting');
    socket.addEventListener('open', () => {
      this.hello();
      for (const message of this.unanswered.values()) this.send(message);
      this.beat();
    });
    socket.addEventListener('message', (event) => this.read(event.data as string));
    socket.addEventListener('close', (event) => {
      if (socket === this.socket) this.lost(event.code);
    });
  }

  private read(text: string): void {
    this.heard = Date.now();
    this.wait = FIRST_WAIT;
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === 'state' || message.type === 'update') this.events.connection('open');
    if ((message.type === 'accepted' || message.type === 'refused') && message.id) {
      this.unanswered.delete(message.id);
    }
    this.events.receive(message);
  }

  private beat(): void {
    clearInterval(this.pulse);
    this.heard = Date.now();
    this.pulse = window.setInterval(() => {
      const silence = Date.now() - this.heard;
      if (silence > 2 * SILENCE) this.socket?.close();
      else if (silence > SILENCE) this.send({ type: 'ping' });
    }, SILENCE / 2);
  }

  private lost(code: number): void {
    clearInterval(this.pulse);
    this.socket = null;
    if (this.ended) return;
    if (FINAL.has(code)) {
      this.ended = true;
      this.events.connection('closed');
      return;
    }
    this.events.connection('lost');
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  private readonly retryNow = (): void => {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.connect();
  };
}
