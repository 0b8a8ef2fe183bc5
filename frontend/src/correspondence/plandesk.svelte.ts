/** A plan on the desk: the tree, the place that is looked at, and the board there. What is legal is the server's word. */

import type { Drawing } from '../board/drawing';
import { Decider } from '../deciding/decider.svelte';
import type { GameParts, TableState } from '../games/game';
import { seated } from '../gamestate';
import { draftOf } from '../memory/plan';
import type { BoardView, Legal, Moment, PlanView, Scene, State } from '../messages';
import type { CorrespondenceSource } from '../peoplesource';
import { Problem, type GameSource } from '../source';
import { t } from '../texts.svelte';
import { problemOf } from '../words';
import { added, after, bare, RESIGN, without, type Path, type Planned } from './plan';

type Source = Pick<CorrespondenceSource, 'decide' | 'dropPlan' | 'fetchMoment' | 'fetchPlan' | 'keepPlan'> &
  Pick<GameSource, 'fetchGame'>;

export class PlanDesk extends Decider {
  game: State;
  tree: readonly Planned[];
  /** What the server keeps. */
  kept: readonly Planned[];
  path: Path = $state.raw([]);
  /** Why something failed, or what has happened; until the next change. */
  problem = $state('');
  told = $state('');
  waiting = $state(false);
  private moment: Moment | null = $state.raw(null);
  /** Where `moment` is. */
  private there = $state('');
  private moments = new Map<string, Moment>();
  private forward = $state(false);

  constructor(
    private readonly source: Source,
    private readonly token: string | null,
    game: State,
    plan: PlanView,
    parts: GameParts,
  ) {
    super(parts);
    this.game = $state.raw(game);
    this.tree = $state.raw(draftOf(game.game, game.version) ?? plan.tree);
    this.kept = $state.raw(plan.tree);
    void this.look();
  }

  /** The position at the place, once it has come. */
  readonly at: Moment | null = $derived.by(() => (this.there === keyOf(this.path) ? this.moment : null));
  readonly scene: Scene = $derived.by(() => this.moment?.scene ?? this.game.scene);
  readonly state: TableState = $derived.by(() => ({
    letters: this.game.letters,
    turn: seated(this.moment?.turn ?? null),
    moves: [],
  }));
  readonly legal: Legal | null = $derived.by(() => this.at?.legal ?? null);
  readonly board: BoardView = $derived.by(() => this.game.board);
  protected readonly over: boolean = $derived.by(() => this.moment !== null && this.moment.turn === null);
  /** Whether the owner of the plan decides at the place. */
  readonly mine: boolean = $derived.by(() => this.isMine(this.at?.turn?.seat ?? null));
  /** The owner has to decide in the game itself. */
  readonly isMyTurn: boolean = $derived.by(() => this.isMine(this.game.turn?.seat ?? null));
  /** To resign is an answer, never a beginning. */
  readonly mayResign: boolean = $derived.by(() => this.mine && this.path.length > 0);
  readonly changed: boolean = $derived.by(
    () => JSON.stringify(bare(this.tree)) !== JSON.stringify(bare(this.kept)),
  );
  /** What comes after the place. */
  readonly onward: readonly Planned[] = $derived.by(() => after(this.tree, this.path) ?? []);
  /** What the plan begins with, where that is for its owner to play. */
  readonly opening: string | null = $derived.by(() => (this.isMyTurn ? (this.tree[0]?.move ?? null) : null));

  isMine(seat: number | null): boolean {
    return seat !== null && this.game.you.seats.includes(seat);
  }

  protected override get extras(): Partial<Drawing> {
    return { animate: this.forward };
  }

  override play(text: string): void {
    const { at } = this;
    if (!at?.turn) return;
    this.told = '';
    this.tree = added(this.tree, this.path, at.turn.seat, text, this.mine);
    this.go([...this.path, text]);
  }

  resign(): void {
    const { at } = this;
    if (!at?.turn || !this.mayResign) return;
    this.told = '';
    this.tree = added(this.tree, this.path, at.turn.seat, RESIGN, true);
    this.announcement = t('people.plan.resign');
  }

  /** Take out the decision at the end of a path, with what follows. */
  remove(path: Path): void {
    this.told = '';
    this.tree = without(this.tree, path);
    if (keyOf(this.path).startsWith(keyOf(path))) this.go(path.slice(0, -1));
  }

  go(path: Path): void {
    void this.arrive(path);
  }

  step(by: 1 | -1): void {
    if (by < 0) return this.path.length ? this.go(this.path.slice(0, -1)) : undefined;
    const next = this.onward.find(({ move }) => move !== RESIGN);
    if (next) this.go([...this.path, next.move]);
  }

  /** Keep the plan; with `play`, make the decision that it begins with as well. */
  save(play = false): Promise<void> {
    return this.make(async () => {
      const { game, token } = this;
      const opening = this.opening;
      this.kept = this.tree = (await this.source.keepPlan(game.game, token, this.wanted)).tree;
      if (play && opening !== null) {
        await this.source.decide(game.game, token, game.version, opening);
        await this.reload();
      }
      this.tell(t('people.plan.kept'));
    });
  }

  forget(): Promise<void> {
    return this.make(async () => {
      await this.source.dropPlan(this.game.game, this.token);
      this.kept = this.tree = [];
      this.go([]);
      this.tell(t('people.plan.forgotten'));
    });
  }

  /** The game as it is now; of what was planned, what still fits. */
  async reload(): Promise<void> {
    const { game: id } = this.game;
    const before = this.game.moves.length;
    const [game, plan] = await Promise.all([
      this.source.fetchGame(id, this.token),
      this.source.fetchPlan(id, this.token),
    ]);
    const since = game.moves.slice(before).map(({ text }) => text);
    const rest = game.moves.length >= before ? after(this.tree, since) : null;
    this.moments = new Map();
    this.moment = null;
    this.game = game;
    this.kept = plan.tree;
    this.tree = rest ?? plan.tree;
    await this.arrive([]);
  }

  private get wanted() {
    return { version: this.game.version, tree: bare(this.tree) };
  }

  private tell(sentence: string): void {
    this.told = this.announcement = sentence;
  }

  private async make(task: () => Promise<void>): Promise<void> {
    this.waiting = true;
    this.problem = this.told = '';
    try {
      await task();
    } catch (error) {
      this.problem = problemOf(error);
      // The game has gone on: what is on the desk goes along as far as it can.
      if (error instanceof Problem && error.code === 'stale_move') {
        await this.reload().catch(() => undefined);
        this.problem = t('people.plan.moved');
      }
    } finally {
      this.waiting = false;
    }
  }

  /** Be at a place; its board has come when this ends. */
  private arrive(path: Path): Promise<void> {
    if (path.at(-1) === RESIGN) path = path.slice(0, -1);
    this.forward = path.length === this.path.length + 1;
    this.reconsider();
    this.path = path;
    return this.look();
  }

  private async look(): Promise<void> {
    const { path, moments } = this;
    const key = keyOf(path);
    const isLeft = () => keyOf(this.path) !== key || this.moments !== moments;
    try {
      const moment = moments.get(key) ?? (await this.source.fetchMoment(this.game.position, path));
      if (isLeft()) return;
      moments.set(key, moment);
      this.moment = moment;
      this.there = key;
    } catch (error) {
      if (!isLeft()) this.problem = problemOf(error);
    }
  }
}

/** A path as one word; no decision has a space in it. */
const keyOf = (path: Path): string => path.map((move) => `${move} `).join('');
