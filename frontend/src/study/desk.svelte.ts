/** A chapter on the desk: the moment that is looked at, and what the engine says of it. */

import { UNANNOTATED, type Annotations, type Tint } from '../board/annotations';
import type { Drawing } from '../board/drawing';
import { Decider } from '../deciding/decider.svelte';
import type { Origin } from '../deciding/showing.svelte';
import type { GameParts, Prospect, TableState } from '../games/game';
import { seated } from '../gamestate';
import { knownStudy } from '../memory/studies';
import type {
  BoardView,
  ChapterView,
  EvaluationView,
  Legal,
  LineView,
  MoveView,
  NodeView,
  Scene,
  StudyLines,
  StudyOutlook,
  StudyScene,
  StudyServerMessage,
} from '../messages';
import { moveSentence } from '../play/announce';
import { settings } from '../settings.svelte';
import { verdictName } from '../verdicts';
import { candidates, drawnOn, tintOf } from './annotating';
import { NodeOpinions } from './opinions.svelte';
import { penOf } from './pen';
import { Reviewed } from './review.svelte';
import type { Listener, Study } from './study.svelte';
import { asMove, ROOT, Tree } from './tree';
import { Trying } from './trying.svelte';
import { Walk } from './walk';

/** How long each decision of a line is seen when it is played out. */
const PACE_MS = 800;
/** Positions that are kept so that going back needs no asking. */
const MOST_SCENES = 600;

export class Desk extends Decider implements Listener {
  readonly chapter: number;
  node = $state(ROOT);
  lines: StudyLines | null = $state.raw(null);
  outlook: StudyOutlook | null = $state.raw(null);
  /** The lines are those of the other side, as if it were to decide. */
  threat = $state(false);
  /** The line that is pointed at. */
  pointed: LineView | null = $state.raw(null);
  readonly reviewed: Reviewed;
  readonly opinions = new NodeOpinions(() => this.tree);
  readonly trying: Trying;
  readonly walk = new Walk(this);
  /** Nothing but the moment at which the chapter was opened has been looked at. */
  fresh = $state(true);
  private forward = $state(false);
  private scenes: ReadonlyMap<number, StudyScene> = $state.raw(new Map());
  private shown: StudyScene;
  private readonly first: ChapterView;
  /** A node on its way, to be looked at when it has come. */
  private wanted: number | null = null;
  /** A key that was pressed while the position was on its way. */
  private kept = '';
  private timer = 0;

  constructor(
    readonly study: Study,
    chapter: ChapterView,
    scene: StudyScene,
    parts: GameParts,
  ) {
    super(parts);
    this.chapter = chapter.id;
    this.first = chapter;
    this.shown = $state.raw(scene);
    this.node = scene.node;
    this.scenes = new Map([[scene.node, scene]]);
    this.trying = new Trying(chapter.id, study);
    const yours = knownStudy(study.id)?.yours;
    this.reviewed = new Reviewed(yours?.chapter === chapter.id ? yours.colour : null);
  }

  readonly view: ChapterView = $derived.by(() => this.study.chapter(this.chapter) ?? this.first);
  readonly tree: Tree = $derived.by(() => new Tree(this.view.tree));
  readonly current: NodeView | null = $derived.by(() => this.tree.get(this.node));
  readonly path: readonly NodeView[] = $derived.by(() => this.tree.path(this.node));
  readonly main: readonly NodeView[] = $derived.by(() => this.tree.main());
  readonly moves: MoveView[] = $derived.by(() => this.path.map(asMove));
  /** The position on the board, once it has come. */
  readonly at: StudyScene | null = $derived.by(() => (this.shown.node === this.node ? this.shown : null));
  readonly scene: Scene = $derived.by(() => this.shown.scene);
  readonly state: TableState = $derived.by(() => ({
    letters: this.view.letters,
    turn: seated(this.shown.turn),
    moves: this.moves,
  }));
  readonly legal: Legal | null = $derived.by(() => {
    if (!this.at) return null;
    if (this.trying.mistake) {
      const { thinking, solved, shown, mistake } = this.trying;
      return thinking || solved || shown || mistake.before !== this.node ? null : this.at.legal;
    }
    return this.study.mayEdit ? this.at.legal : null;
  });
  readonly board: BoardView = $derived.by(() => this.view.board);
  protected readonly over: boolean = $derived.by(() => this.shown.turn === null);

  protected override get extras(): Partial<Drawing> {
    return {
      hint: this.trying.mistake ? this.trying.advice.squares : (this.pointed?.squares ?? []),
      animate: this.forward,
      ...this.annotations,
      ...(this.tint && { tint: this.tint }),
    };
  }

  /** The engine's lines, each with the deepest look at the position it leads to; null: not searched. */
  readonly judged: readonly LineView[] = $derived.by(() =>
    (this.lines?.lines ?? []).map((line) => ({
      ...line,
      evaluation: this.lines?.threat ? line.evaluation : this.opinions.after(this.node, line.moves[0] ?? ''),
    })),
  );
  private readonly annotations: Annotations = $derived.by(() => {
    const { arrows, circles } = this.current ? drawnOn(this.current) : UNANNOTATED;
    // While something better is looked for, it is not shown.
    const advice = this.trying.mistake ? UNANNOTATED : candidates(this.lines?.colour ?? '', this.judged);
    return { arrows: [...arrows, ...advice.arrows], circles: [...circles, ...advice.circles] };
  });
  private readonly tint: Tint | null = $derived.by(() =>
    this.outlook?.outlook ? tintOf(this.outlook.outlook, this.view.colours) : null,
  );

  readonly pen = penOf(this);

  protected override shownProspect(): Prospect | null {
    const text = this.pointed?.moves[0] ?? this.trying.advice.text;
    return text && this.at ? (this.parts.advised?.(text, this.scene, this.state) ?? null) : null;
  }

  /** Play on from here: walk what is there already, else add it; while something better is looked for, try it. */
  override play(text: string): void {
    if (!this.legal) return;
    this.reconsider();
    if (this.trying.mistake) return this.trying.attempt(text);
    const known = this.tree.children(this.node).find((child) => child.text === text);
    if (known) this.go(known.id);
    else this.add(this.node, [text]);
  }

  /** Add a line after a node and go to its end; `paced` shows it decision by decision. */
  add(node: number, moves: readonly string[], paced = false): void {
    const { chapter } = this;
    this.study.act({ type: 'add', chapter, node, moves: [...moves] }, (accepted) => {
      if (accepted.node === null) return;
      if (paced && settings.motion) this.node = node;
      if (this.tree.has(accepted.node)) this.arrive(accepted.node);
      else this.wanted = accepted.node;
    });
  }

  /** What the engine thinks of a node's position. */
  evaluationAt(node: number): EvaluationView | null {
    return this.opinions.at(node);
  }

  /** A node's position, for the moves of a reason. */
  origin(node: number): Origin {
    return { position: this.view.start, before: this.tree.path(node).map(({ text }) => text) };
  }

  /** A key that comes before the position does is kept for it. */
  keep(key: string): void {
    if (!this.at) this.kept = key;
  }

  go(node: number): void {
    clearTimeout(this.timer);
    if (!this.tree.has(node)) return;
    this.walk.leave(node);
    this.fresh = false;
    this.forward = this.tree.get(node)?.parent === this.node;
    this.show(node);
  }

  step(by: 1 | -1): void {
    if (this.showing.scene) return this.showing.goTo(this.showing.at + by);
    const next = by > 0 ? this.tree.children(this.node)[0]?.id : this.current?.parent;
    if (next !== undefined && next !== null) this.goAndSay(next);
  }

  toStart(): void {
    this.goAndSay(ROOT);
  }

  toEnd(): void {
    const node = this.current && this.tree.line(this.current).at(-1);
    if (node) this.goAndSay(node.id);
  }

  /** To the variation beside this one. */
  sidestep(by: 1 | -1): void {
    const next = this.tree.beside(this.node, by);
    if (next) this.goAndSay(next.id);
  }

  goAndSay(node: number): void {
    this.go(node);
    const said = this.path.length ? moveSentence(this.parts.words, this.moves, this.moves.length - 1) : '';
    const decision = this.reviewed.of(node);
    this.announcement = [said, decision?.verdict ? `${verdictName(decision.verdict)}.` : ''].join(' ');
  }

  review(on: boolean): void {
    this.reviewed.running = on;
    this.study.send({ type: 'review', chapter: this.chapter, on });
  }

  /** Ask for the position of a node; of the one that comes next as well, so that stepping on does not wait. */
  look(node: number): void {
    const next = this.tree.children(node)[0]?.id;
    for (const id of [node, next]) {
      if (id === undefined || this.scenes.has(id)) continue;
      this.study.send({ type: 'look', chapter: this.chapter, node: id });
    }
  }

  /** A decision at a node in words; as it is written while the position there is on its way. */
  explained(text: string, node: number): string {
    const scene = this.scenes.get(node)?.scene;
    return scene ? this.parts.words.moveExplained(text, scene) : this.parts.words.moveText(text);
  }

  changed(): void {
    if (!this.tree.has(this.node)) this.go(ROOT);
    if (this.wanted !== null && this.tree.has(this.wanted)) this.arrive(this.wanted);
  }

  receive(message: StudyServerMessage): void {
    switch (message.type) {
      case 'scene':
        this.scenes = new Map([...this.scenes].slice(-MOST_SCENES)).set(message.node, message);
        if (message.node === this.node) {
          this.shown = message;
          if (this.kept && this.legal) this.hand.key(this.kept);
          this.kept = '';
        }
        break;
      case 'lines':
        this.opinions.hear(message);
        if (message.node === this.node) this.lines = message;
        break;
      case 'outlook':
        if (message.node === this.node) this.outlook = message;
        break;
      case 'review':
        this.opinions.hear(message);
        this.reviewed.receive(message);
        break;
      case 'tried':
      case 'hint':
        if (message.type === 'hint') this.opinions.hear(message);
        this.trying.receive(message);
        break;
      case 'refused':
        this.trying.refused(message.id);
        // The engine of a device knows nothing of such games: no review will follow.
        if (message.code === 'not_here') this.reviewed.running = false;
        break;
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private show(node: number): void {
    this.reconsider();
    this.kept = '';
    this.pointed = null;
    if (node !== this.node) this.lines = this.outlook = null;
    this.node = node;
    const scene = this.scenes.get(node);
    if (scene) this.shown = scene;
    // What was better is said of the position before.
    const before = this.tree.get(node)?.parent ?? node;
    for (const one of new Set([node, before])) this.look(one);
  }

  /** Go to a node that has been added: a longer line is walked, so that it can be followed. */
  private arrive(node: number): void {
    this.wanted = null;
    clearTimeout(this.timer);
    const path = this.tree.path(node);
    const at = path.findIndex(({ parent }) => parent === this.node);
    const next = path[at];
    if (!next || !settings.motion) return this.go(node);
    this.go(next.id);
    if (next.id !== node) this.timer = window.setTimeout(() => this.arrive(node), PACE_MS);
  }
}
