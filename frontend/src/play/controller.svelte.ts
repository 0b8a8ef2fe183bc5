/** One game as a viewer sees and plays it: the state of its source, and the decision that is being made. */

import type { Drawing } from '../board/drawing';
import type { Square } from '../board/squares';
import { Decider } from '../deciding/decider.svelte';
import type { GameParts, Prospect } from '../games/game';
import { keysOf } from '../evaluations.svelte';
import { applied } from '../gamestate';
import { rememberGame } from '../memory/games';
import type {
  BoardView,
  ClientMessage,
  CoachRemark,
  DecisionView,
  EvaluationView,
  GreetRequest,
  Legal,
  NewAction,
  Notice,
  Scene,
  ServerMessage,
  SpeedRequest,
  State,
  Update,
} from '../messages';
import { address } from '../routes.svelte';
import { settings } from '../settings.svelte';
import type { Connection, GameSource, Line } from '../source';
import { t } from '../texts.svelte';
import { verdictSentence } from '../verdicts';
import { Advice } from './advice.svelte';
import { type SaidLine, comings, news, said } from './announce';
import { Browsing } from './browsing.svelte';
import { Chat } from './chat.svelte';
import { Counting } from './counting.svelte';
import { Inbox } from './inbox';
import { Opinions } from './opinions.svelte';
import { Pulse } from './pulse';
import { Remarks } from './remarks.svelte';
import { Saying } from './saying.svelte';
import { isYourTurn, notify } from './signals';
import { Sparing } from './sparing';
import { isUnasked } from './unasked';
import { isDeclined } from './waiting';

/** How long a screen reader needs to take up what there is to say. */
const HEARD_MS = 1500;

export class GameController extends Decider {
  state: State;
  connection: Connection = $state('connecting');
  /** The code of the last refusal, until it is put away. */
  problem: string | null = $state(null);
  notice: Notice | null = $state(null);
  /** The viewer's offer has been declined, until the next move or until it is read. */
  declined = $state(false);
  /** When the state arrived, for the clocks. */
  arrived = $state(0);
  /** When the connection was lost; null while there is one. */
  lostAt: number | null = $state(null);
  /** Squares that the viewer wants to see, a part of the score for instance. */
  spotlight: readonly Square[] = $state.raw([]);
  readonly browsing: Browsing;
  readonly advice: Advice;
  readonly counting = new Counting();
  readonly opinions = new Opinions();
  readonly saying = new Saying();
  readonly chat: Chat;

  /** A decision on its way to the server, made on this version. */
  private sentOn: number | null = $state(null);
  private readonly line: Line<ClientMessage, NewAction>;
  private readonly inbox = new Inbox((message) =>
    message.type === 'state' ? this.take(message) : this.update(message),
  );
  private readonly pulse: Pulse;
  private readonly remarks = new Remarks(() => this.state);
  /** Seats whose players have gone while this page looked on. */
  private readonly gone = new Set<number>();
  private lastAnnounced = -HEARD_MS;
  private readonly sparing = new Sparing((message) => this.line.send(message));

  constructor(
    source: Pick<GameSource, 'followGame'>,
    id: string,
    readonly token: string | null,
    first: State,
    parts: GameParts,
  ) {
    super(parts);
    this.state = $state.raw(first);
    this.browsing = new Browsing((ply) => this.line.send({ type: 'scene', ply }));
    this.advice = new Advice(() => this.line);
    this.chat = new Chat(id, this);
    this.take(first);
    this.line = source.followGame(id, token, {
      version: () => this.state.version,
      receive: (message) => this.receive(message),
      connection: (connection) => {
        if (connection === 'open' && this.connection === 'lost') this.announcement = t('connection.back');
        if (connection === 'open' && this.connection !== 'open') this.browsing.askAgain();
        if (connection === 'open' && this.connection !== 'open') this.sparing.connected();
        if (connection === 'open') this.chat.catchUp();
        if (connection === 'open') this.lostAt = null;
        else this.lostAt ??= performance.now();
        this.connection = connection;
      },
    });
    this.pulse = new Pulse(
      () => this.state,
      (next) => this.line.send({ type: 'pulse', next }),
    );
    this.sparing.look(first);
  }

  readonly scene: Scene = $derived.by(() => this.browsing.scene ?? this.state.scene);
  readonly legal: Legal | null = $derived.by(() =>
    this.browsing.ply === null && this.sentOn !== this.state.version ? this.state.legal : null,
  );
  readonly board: BoardView = $derived.by(() => this.state.board);
  private readonly keys: readonly string[] = $derived.by(() => keysOf(this.state.moves));
  protected readonly over: boolean = $derived.by(() => this.state.status === 'over');

  /** A player who looks back sees everything at once. */
  override get counted(): number {
    return this.browsing.ply === null ? this.counting.counted : Infinity;
  }

  protected override get extras(): Partial<Drawing> {
    const { ply, forward } = this.browsing;
    return { hint: this.advice.hint?.squares ?? this.spotlight, animate: ply === null || forward };
  }

  /** The engine's advice on the board it was given for. */
  protected override shownProspect(): Prospect | null {
    const { scene, state } = this;
    const { hint } = this.advice;
    return hint?.ply === scene.ply ? (this.parts.advised?.(hint.text, scene, state) ?? null) : null;
  }

  /** What the engine thinks of the position after so many decisions, as far as it has been asked. */
  evaluationAt(ply: number): EvaluationView | null {
    const key = this.keys[ply];
    return key === undefined ? null : this.opinions.of(key);
  }

  /** A costly decision that the coach has pointed out; the engine waits for what becomes of it. */
  get remark(): DecisionView | null {
    return this.remarks.decision;
  }

  /** Whether a decision is on its way. */
  get sending(): boolean {
    return this.sentOn === this.state.version;
  }

  /** Send a decision that is already known to be legal. */
  override play(text: string): void {
    if (!this.legal) return;
    const { version } = this.state;
    this.problem = null;
    this.reconsider();
    this.sentOn = version;
    this.saying.clear();
    this.line.act({ type: 'move', version, text });
  }

  /** Stand by a decision that the coach has pointed out. */
  goOn(): void {
    this.remarks.drop();
    this.line.send({ type: 'go_on' });
  }

  act(action: NewAction): void {
    this.problem = null;
    // Engines that are stopped stop at the last move, so all moves are shown.
    if (action.type === 'pause' || action.type === 'stop') this.inbox.catchUp();
    this.line.act(action);
  }

  /** Greet the other players. */
  greet(words: GreetRequest['words']): void {
    this.line.send({ type: 'greet', words });
  }

  /** Watch engines as fast as one likes. */
  setSpeed(speed: SpeedRequest['speed']): void {
    this.line.send({ type: 'speed', speed });
  }

  /** Step through the moves; the game itself goes on undisturbed. */
  step(by: number): void {
    if (this.showing.scene) return this.showing.goTo(this.showing.at + by);
    this.goTo((this.browsing.ply ?? this.state.scene.ply) + by);
  }

  goTo(ply: number): void {
    this.reconsider();
    this.browsing.go(ply, this.state.scene.ply);
  }

  /** Advice is for a decision; after the end there is the review. */
  get mayAsk(): boolean {
    return this.state.may.hint && this.state.status === 'playing';
  }

  askHint(): void {
    this.browsing.leave();
    this.reconsider();
    this.advice.want();
  }

  /** Go on to the next game, in which the token of a seat stays the same. */
  openRematch(): void {
    const { rematch } = this.state;
    if (!rematch) return;
    rememberGame({ ...this.state, game: rematch, status: 'playing', moves: [], outcome: null }, this.token);
    address.go(`/g/${rematch}`);
  }

  close(): void {
    this.sparing.close();
    this.inbox.close();
    this.pulse.stop();
    this.counting.stop();
    this.line.close();
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
      case 'update':
        this.inbox.add(message);
        break;
      case 'refused':
        if (this.advice.refused(message.id) && message.code === 'cancelled') break;
        if (isUnasked(message)) break;
        this.problem = message.code;
        this.sentOn = null;
        if (message.state) {
          this.inbox.clear();
          this.take(message.state);
        }
        break;
      case 'presence':
        this.meet({ ...this.state, connected: message.connected, watchers: message.watchers });
        break;
      case 'greeting':
        this.chat.hear(message);
        break;
      case 'chat':
        this.chat.catchUp(message.number);
        break;
      case 'scene':
        this.browsing.receive(message);
        break;
      case 'hint':
        this.opinions.hear(message, this.state);
        this.advice.receive(message);
        break;
      case 'coach':
        this.coached(message);
        break;
      case 'think':
        this.sparing.hear(message);
        break;
      case 'winrate':
        this.opinions.hear(message, this.state);
        break;
      case 'notice':
        this.notice = message.code === 'engine_ready' ? null : message;
        break;
    }
  }

  private coached(remark: CoachRemark): void {
    const { version, decision, before, after } = remark;
    const { ply } = decision;
    this.opinions.hear({ version, ply: ply - 1, evaluation: before }, this.state);
    this.opinions.hear({ version, ply, evaluation: after }, this.state);
    if (!this.remarks.hear(remark)) return;
    this.announcement = verdictSentence(
      decision,
      this.evaluationAt(ply - 1) ?? before,
      this.evaluationAt(ply) ?? after,
    );
  }

  private update(update: Update): void {
    const before = this.state;
    const after = applied(before, update);
    if (!after) {
      this.inbox.clear();
      this.line.hello();
      return;
    }
    const moved = after.scene.ply !== before.scene.ply || update.keep < before.moves.length;
    if (moved) this.inbox.moved();
    this.take(after, moved, update.keep);
    this.sparing.look(after);
    this.declined = isDeclined(before, after, update, this.declined);
    // Ended otherwise than on the board: what was to be decided is no longer asked.
    if (after.status === 'over' && !moved) this.saying.clear();
    for (const line of said(this.parts.words, after, update.changes)) this.saying.say(line);
    for (const line of comings(before, after, this.gone)) this.tell(line);
    this.announce(news(this.parts.words, before, after, update.changes));
    if (isYourTurn(after) && !isYourTurn(before)) notify(after);
    if (after.status === 'over' && before.status === 'playing' && moved && settings.motion) {
      const tally = this.parts.tally?.(after.scene);
      if (tally) this.counting.start(tally);
    }
  }

  /** Others have come or gone. */
  private meet(after: State): void {
    const lines = comings(this.state, after, this.gone);
    this.state = after;
    for (const line of lines) this.tell(line);
  }

  /** Say something for the eye and for the ear. */
  tell(line: SaidLine): void {
    this.saying.say(line);
    this.announce(line.text);
  }

  /** What comes in quick succession is said together, so that the first of it is heard as well. */
  private announce(sentence: string): void {
    if (!sentence) return;
    const soon = performance.now() - this.lastAnnounced < HEARD_MS;
    this.announcement = soon ? `${this.announcement} ${sentence}` : sentence;
    this.lastAnnounced = performance.now();
  }

  /** `keep`: how many earlier moves are known to be the same as before. */
  private take(state: State, moved = true, keep = 0): void {
    this.state = state;
    this.arrived = performance.now();
    this.opinions.shown(state);
    if (this.sentOn !== null && state.version > this.sentOn) this.sentOn = null;
    this.remarks.look();
    if (moved) {
      this.declined = false;
      this.reconsider();
      this.advice.drop();
      this.browsing.follow(state, keep);
    }
    if (state.you.role !== 'spectator' || state.status === 'over') rememberGame(state, this.token);
  }
}
