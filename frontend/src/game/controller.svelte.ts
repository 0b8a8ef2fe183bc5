/** One game as somebody sees and plays it: the state of the server, and the decision that is being made. */

import { answersShown, drawingOf, shapeOf, squaresLit } from '../board/drawingOf';
import type { Drawing, Fall } from '../board/drawing';
import type { CubeColour } from '../board/palette';
import type { Square } from '../board/squares';
import { pieceProspect, settleHand, tipHand, turnHand, type PieceHand } from '../decide/caminos';
import { answerFor, answerProspect, flipped, stoneProspect, turned, type StoneHand } from '../decide/carnac';
import type { Prospect } from '../decide/prospect';
import { applied } from '../gamestate';
import { rememberGame } from '../memory';
import type { Action, Legal, Scene, ServerMessage, State, Update } from '../messages';
import { settings } from '../settings.svelte';
import { GameSocket, type Connection } from '../socket';
import { t } from '../texts.svelte';
import { Advice } from './advice.svelte';
import { news } from './announce';
import { Leafing } from './leafing.svelte';

/** So long a move is seen before the next one is shown. */
const PACE_MS = 750;
/** So long it takes until a screen reader has taken up what there is to say. */
const HEARD_MS = 1500;

/** Why a win rate may not come. */
const UNASKED = new Set(['engine_busy', 'engine_failed', 'not_between_people', 'not_for_spectators']);

export class GameController {
  state: State | null = $state.raw(null);
  connection: Connection = $state('connecting');
  closing: number | null = $state(null);
  /** The code of the last refusal, until it is put away. */
  problem: string | null = $state(null);
  notice: string | null = $state(null);
  announcement = $state('');
  /** When the state arrived, for the clocks. */
  arrived = $state(0);
  hot: Square | null = $state(null);
  chosen: Prospect | null = $state.raw(null);
  /** Squares somebody wants to see, a dolmen of the score for instance. */
  spotlight: readonly Square[] = $state.raw([]);
  stone: StoneHand = $state.raw({ top: 'red', axis: 'white' });
  readonly leafing: Leafing;
  readonly advice: Advice;

  private held: PieceHand | null = $state.raw(null);
  /** A decision on its way to the server, made on this version. */
  private sentOn: number | null = $state(null);
  private readonly socket: GameSocket;
  private inbox: (State | Update)[] = [];
  private lastShown = 0;
  private lastAnnounced = -HEARD_MS;
  private pacing = 0;
  private wasLost = false;

  constructor(
    readonly id: string,
    readonly token: string | null,
    first: State | null,
  ) {
    this.leafing = new Leafing((ply) => this.socket.send({ type: 'scene', ply }));
    this.advice = new Advice((message) => this.socket.send(message));
    if (first) this.take(first);
    this.socket = new GameSocket(id, token, {
      version: () => this.state?.version ?? null,
      receive: (message) => this.receive(message),
      connection: (connection, code) => {
        if (connection === 'open' && this.wasLost) this.announcement = t('connection.back');
        if (connection !== 'connecting') this.wasLost = connection === 'lost';
        // An attempt to come back is no news until it succeeds.
        if (connection !== 'connecting' || !this.wasLost) this.connection = connection;
        this.closing = code;
      },
    });
  }

  readonly board = $derived(this.state ? shapeOf(this.state.board) : null);
  readonly scene: Scene | null = $derived.by(() => this.leafing.scene ?? this.state?.scene ?? null);
  readonly legal: Legal | null = $derived.by(() => {
    const { state } = this;
    const free = state !== null && this.leafing.ply === null && this.sentOn !== state.version;
    return free ? state.legal : null;
  });
  readonly piece: PieceHand | null = $derived(
    this.legal?.game === 'caminos' ? settleHand(this.legal, this.held) : null,
  );
  /** Falls and squares to choose from: they change with the position, not with the pointer. */
  readonly answers: readonly Fall[] = $derived.by(() =>
    this.scene ? answersShown(this.scene, this.legal) : [],
  );
  readonly lit: ReadonlySet<Square> = $derived(squaresLit(this.legal, this.piece));
  readonly prospect: Prospect | null = $derived(
    this.chosen ?? (this.hot && this.legal ? this.prospectAt(this.hot) : null),
  );
  readonly drawing: Drawing | null = $derived.by(() => {
    const { board, scene } = this;
    if (!board || !scene) return null;
    const { ply, forward } = this.leafing;
    return drawingOf({
      board,
      scene,
      answers: this.answers,
      lit: this.lit,
      prospect: this.prospect,
      // Where nothing can be chosen, nothing lights up under the pointer.
      hot: this.legal ? this.hot : null,
      hint: this.advice.hint?.squares ?? this.spotlight,
      dolmens: settings.dolmens || this.state?.status === 'over',
      animate: settings.motion && (ply === null || forward),
    });
  });

  /** What choosing a square would decide. */
  prospectAt(square: Square): Prospect | null {
    const { legal, state } = this;
    if (!legal || !state) return null;
    if (legal.game === 'carnac') return stoneProspect(legal, state.letters, this.stone, square);
    const { turn } = state;
    if (!this.piece || !turn) return null;
    const colour = (turn.phase === 'neutral' ? 'neutral' : turn.colour) as CubeColour;
    return pieceProspect(legal, this.piece, { colour, shade: turn.seat >= 2 ? 1 : 0 }, square);
  }

  /** Point at a square and play there; with confirmation only the second time. */
  choose(square: Square): void {
    const prospect = this.prospectAt(square);
    if (prospect) this.propose(prospect);
    else this.chosen = null;
  }

  /** An answer or another decision by its text, as a button or a key gives it. */
  decide(text: string): void {
    const { legal } = this;
    if (!legal) return;
    if (text === 'swap') return this.propose({ text, stone: null, piece: null, falls: [] });
    const answer = legal.game === 'carnac' ? answerFor(legal, text) : null;
    if (answer) this.propose(answerProspect(answer));
  }

  private propose(prospect: Prospect): void {
    if (settings.confirm && this.chosen?.text !== prospect.text) this.chosen = prospect;
    else this.play(prospect.text);
  }

  confirm(): void {
    if (this.chosen) this.play(this.chosen.text);
  }

  /** Send a decision that is already known to be legal. */
  play(text: string): void {
    const { state } = this;
    if (!state || !this.legal) return;
    this.problem = null;
    this.chosen = null;
    this.sentOn = state.version;
    this.socket.act({ type: 'move', version: state.version, text });
  }

  act(action: Action): void {
    this.problem = null;
    this.socket.act(action);
  }

  flip(): void {
    if (this.legal?.game === 'caminos' && this.piece) this.hold(tipHand(this.legal, this.piece));
    else this.stone = flipped(this.stone);
    this.chosen = null;
  }

  turn(): void {
    if (this.legal?.game === 'caminos' && this.piece) this.hold(turnHand(this.legal, this.piece));
    else this.stone = turned(this.stone);
    this.chosen = null;
  }

  hold(piece: PieceHand): void {
    this.held = piece;
    this.chosen = null;
  }

  /** Step through the moves; the game itself goes on undisturbed. */
  step(by: number): void {
    const last = this.state?.scene.ply ?? 0;
    this.goTo((this.leafing.ply ?? last) + by);
  }

  goTo(ply: number): void {
    this.chosen = null;
    this.leafing.go(ply, this.state?.scene.ply ?? 0);
  }

  /** Advice for the moment that is looked at, or while the game goes on for the one that matters. */
  askHint(): void {
    if (this.state?.status === 'over') return this.advice.ask(this.leafing.ply);
    this.leafing.leave();
    this.advice.ask(null);
  }

  close(): void {
    clearTimeout(this.pacing);
    this.socket.close();
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
      case 'update':
        this.inbox.push(message);
        this.showNext();
        break;
      case 'refused':
        if (this.advice.refused(message.id) && message.code === 'cancelled') break;
        // Win rates come unasked for; when they do not come, nobody need be told.
        if (message.id === null && UNASKED.has(message.code)) break;
        this.problem = message.code;
        this.sentOn = null;
        if (message.state) {
          this.inbox = [];
          this.take(message.state);
        }
        break;
      case 'presence':
        if (this.state) {
          this.state = { ...this.state, connected: message.connected, watchers: message.watchers };
        }
        break;
      case 'scene':
        this.leafing.receive(message);
        break;
      case 'hint':
        this.advice.receive(message);
        break;
      case 'winrate':
        this.advice.chances = message;
        break;
      case 'notice':
        this.notice = message.code === 'engine_ready' ? null : message.code;
        break;
    }
  }

  /** Moves that come in quick succession are shown one after the other. */
  private showNext(): void {
    if (this.pacing || !this.inbox.length) return;
    const early = this.lastShown + PACE_MS - performance.now();
    const wait = settings.motion && !document.hidden && this.inbox[0]?.type === 'update' ? early : 0;
    if (wait > 0) {
      this.pacing = window.setTimeout(() => {
        this.pacing = 0;
        this.showNext();
      }, wait);
      return;
    }
    const message = this.inbox.shift() as State | Update;
    if (message.type === 'state') this.take(message);
    else this.update(message);
    this.showNext();
  }

  private update(update: Update): void {
    const before = this.state;
    const after = before && applied(before, update);
    if (!after) {
      this.inbox = [];
      this.socket.hello();
      return;
    }
    const moved = after.scene.ply !== before.scene.ply || update.keep < before.moves.length;
    if (moved) this.lastShown = performance.now();
    this.take(after, moved, update.keep);
    this.announce(news(before, after, update.changes));
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
    if (this.sentOn !== null && state.version > this.sentOn) this.sentOn = null;
    if (moved) {
      this.chosen = null;
      this.advice.drop();
      this.leafing.follow(state, keep);
    }
    if (state.you.role !== 'spectator' || state.status === 'over') rememberGame(state, this.token);
  }
}
