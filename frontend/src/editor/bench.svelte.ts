/** A position that is being set up: every change is the server's, which says what it leads to and what is wrong. */

import type { Drawing } from '../board/drawing';
import type { Square } from '../board/squares';
import { Decider } from '../deciding/decider.svelte';
import type { GameParts, TableState } from '../games/game';
import type { BoardView, DraftView, EditedPosition, HandView, Legal, Scene } from '../messages';
import type { GameSource } from '../source';
import { address } from '../routes.svelte';
import { problemOf } from '../words';
import { faultSentence } from './faults';

/** Put something down, or one of the game's verbs. */
export type Tool = string;
export const PUT = 'put';
/** How many positions can be gone back to. */
const MOST_BACK = 200;
const NOTHING: readonly never[] = [];

export class Bench extends Decider {
  private result: EditedPosition & { draft: DraftView };
  tool: Tool = $state(PUT);
  private held = $state(0);
  /** Why the last edit was not done; told until the next one. */
  refusal = $state('');
  private back: readonly string[] = $state.raw([]);
  private forth: readonly string[] = $state.raw([]);
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: Pick<GameSource, 'editPosition'>,
    first: EditedPosition & { draft: DraftView },
    parts: GameParts,
  ) {
    super(parts);
    this.result = $state.raw(first);
  }

  readonly draft: DraftView = $derived.by(() => this.result.draft);
  /** What is wrong with the position, in a sentence; empty where nothing is. */
  readonly fault: string = $derived.by(() => (this.result.fault ? faultSentence(this.result.fault) : ''));
  readonly hands: readonly HandView[] = $derived.by(() => this.draft.hands);
  /** Whose things are in hand. */
  readonly holding: HandView | null = $derived.by(() => this.hands[this.held] ?? this.hands[0] ?? null);
  readonly state: TableState = $derived.by(() => ({
    letters: this.draft.letters,
    turn: this.holding?.turn ?? null,
    moves: [],
  }));
  readonly scene: Scene = $derived.by(() => this.draft.scene);
  readonly legal: Legal | null = $derived.by(() =>
    this.tool === PUT && this.holding ? this.holding.legal : null,
  );
  readonly board: BoardView = $derived.by(() => this.draft.board);
  protected readonly over = false;

  /** What the tool would change: the thing that is pointed at. */
  private readonly touched: readonly Square[] = $derived.by(() => {
    if (this.tool === PUT || !this.hovered) return NOTHING;
    return this.parts.thingAt?.(this.hovered, this.scene) ?? [this.hovered];
  });

  /** Something is put on squares; a tool is used on things. */
  protected override get extras(): Partial<Drawing> {
    return this.tool === PUT
      ? { hovered: this.hovered, last: NOTHING }
      : { hovered: null, picks: 'things', touched: this.touched, last: NOTHING };
  }

  get canGoBack(): boolean {
    return this.back.length > 0;
  }

  get canGoForth(): boolean {
    return this.forth.length > 0;
  }

  hold(colour: string): void {
    this.reconsider();
    this.tool = PUT;
    this.held = Math.max(
      0,
      this.hands.findIndex((hand) => hand.colour === colour),
    );
  }

  use(tool: Tool): void {
    this.reconsider();
    this.tool = tool;
  }

  /** Do with a square what is in hand: put it there, or what the tool does. */
  override choose(square: Square): void {
    if (this.tool === PUT) super.choose(square);
    else this.edit(`${this.tool} ${square}`);
  }

  play(text: string): void {
    const { colour = '' } = this.holding ?? {};
    this.reconsider();
    this.edit(`${PUT} ${this.draft.letters[colour] ?? ''}${text}`);
  }

  /** Change the position; edits that come in quick succession wait for one another. */
  edit(...edits: string[]): void {
    this.ask(
      () => this.draft.position,
      edits,
      () => {
        this.back = [...this.back, this.draft.position].slice(-MOST_BACK);
        this.forth = [];
      },
    );
  }

  undo(): void {
    const before = this.back.at(-1);
    if (before === undefined) return;
    this.ask(
      () => before,
      [],
      () => {
        this.forth = [...this.forth, this.draft.position];
        this.back = this.back.slice(0, -1);
      },
    );
  }

  redo(): void {
    const after = this.forth.at(-1);
    if (after === undefined) return;
    this.ask(
      () => after,
      [],
      () => {
        this.back = [...this.back, this.draft.position];
        this.forth = this.forth.slice(0, -1);
      },
    );
  }

  /** Done when all that has been asked for is answered. */
  settled(): Promise<void> {
    return this.queue;
  }

  private ask(position: () => string, edits: string[], keep: () => void): void {
    this.queue = this.queue.then(async () => {
      this.refusal = '';
      try {
        this.take(await this.source.editPosition(position(), edits), keep);
      } catch (error) {
        this.refusal = problemOf(error);
      }
      this.announcement = this.refusal || this.fault || '';
    });
  }

  private take(result: EditedPosition, keep: () => void): void {
    if (result.refused) this.refusal = faultSentence(result.refused);
    if (!result.draft || result.draft.position === this.draft.position) return;
    keep();
    this.result = { ...result, draft: result.draft };
    const link = new URLSearchParams({ position: result.draft.position });
    address.rename(`/editor?${link}`);
  }
}
