/** A chapter on the desk: the moment that is looked at, and what the engine says of it. */

import { UNANNOTATED, type Annotations, type Pen, type Tint } from '../board/annotations';
import type { Drawing } from '../board/drawing';
import { Decider } from '../deciding/decider.svelte';
import type { GameParts, Prospect, TableState } from '../games/game';
import { seated } from '../gamestate';
import type {
  BoardView,
  ChapterView,
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
import { candidates, drawnOn, redrawn, tintOf } from './annotating';
import { Reviewed, type Mistake } from './review.svelte';
import type { Listener, Study } from './study.svelte';
import { ROOT, Tree } from './tree';
import { Trying } from './trying.svelte';
import { mistakeSentence } from './words';

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
  readonly reviewed = new Reviewed();
  readonly trying: Trying;
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
    this.trying = new Trying(chapter.id, (message) => study.send(message));
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
      const { thinking, solved, mistake } = this.trying;
      return thinking || solved || mistake.before !== this.node ? null : this.at.legal;
    }
    return this.study.mayEdit ? this.at.legal : null;
  });
  readonly board: BoardView = $derived.by(() => this.view.board);
  protected readonly over: boolean = $derived.by(() => this.shown.turn === null);

  protected override get extras(): Partial<Drawing> {
    return {
      hint: this.trying.hint?.squares ?? this.pointed?.squares ?? [],
      animate: this.forward,
      ...this.annotations,
      ...(this.tint && { tint: this.tint }),
    };
  }

  private readonly annotations: Annotations = $derived.by(() => {
    const { arrows, circles } = this.current ? drawnOn(this.current) : UNANNOTATED;
    // While something better is looked for, it is not shown.
    const advice = this.trying.mistake ? UNANNOTATED : candidates(this.lines?.lines ?? []);
    return { arrows: [...arrows, ...advice.arrows], circles: [...circles, ...advice.circles] };
  });
  private readonly tint: Tint | null = $derived.by(() =>
    this.outlook?.outlook ? tintOf(this.outlook.outlook, this.view.colours) : null,
  );

  /** What people draw is kept with the moment it was drawn in. */
  readonly pen: Pen = {
    draw: (from, to, ink) => {
      const { chapter, node, current } = this;
      if (current) this.study.act({ type: 'draw', chapter, node, ...redrawn(current, from, to, ink) });
    },
    wipe: () => {
      const { chapter, node } = this;
      this.study.act({ type: 'draw', chapter, node, arrows: [], circles: [] });
    },
  };

  protected override shownProspect(): Prospect | null {
    const text = this.pointed?.moves[0] ?? this.trying.hint?.text;
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

  /** A key that comes before the position does is kept for it. */
  keep(key: string): void {
    if (!this.at) this.kept = key;
  }

  go(node: number): void {
    clearTimeout(this.timer);
    if (!this.tree.has(node)) return;
    if (this.trying.mistake && node !== this.trying.mistake.before) this.trying.stop();
    this.forward = this.tree.get(node)?.parent === this.node;
    this.show(node);
  }

  step(by: 1 | -1): void {
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

  /** The number of a mistake in the list of moves, in words. */
  numberOf({ node, decision }: Mistake): string {
    const { words } = this.parts;
    const found = this.tree.get(node);
    return words.moveNumber(found ? found.piece : decision.ply);
  }

  /** To the next costly decision, and say what would have been better. */
  nextMistake(by: 1 | -1): void {
    // While something better is looked for, the board shows the position before the mistake.
    const ply = this.trying.mistake?.decision.ply ?? this.current?.ply ?? 0;
    const mistake = this.reviewed.next(ply, by);
    if (mistake) this.showMistake(mistake);
  }

  showMistake(mistake: Mistake): void {
    this.trying.stop();
    this.go(mistake.node);
    this.look(mistake.before); // where something better is looked for
    this.announcement = mistakeSentence(this, mistake);
  }

  /** Look for something better than the mistake on the board, or than the next one. */
  tryAgain(): void {
    const here = this.reviewed.mistakes.find(
      ({ node, before }) => node === this.node || before === this.node,
    );
    const mistake = here ?? this.reviewed.next(this.current?.ply ?? 0, 1);
    if (!mistake) return;
    this.trying.stop();
    this.go(mistake.before);
    this.trying.start(mistake);
  }

  /** Show what comes after the decision that was found. */
  playOut(): void {
    const { mistake, tried } = this.trying;
    if (!mistake || !tried) return;
    this.trying.stop();
    this.add(mistake.before, [tried.text, ...tried.reply.slice(0, 5)], true);
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
        if (message.node === this.node) this.lines = message;
        break;
      case 'outlook':
        if (message.node === this.node) this.outlook = message;
        break;
      case 'review':
        this.reviewed.receive(message);
        break;
      case 'tried':
      case 'hint':
        this.trying.receive(message);
        break;
      case 'refused':
        this.trying.refused(message.id);
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
    this.look(node);
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

/** A node as the games' sentences and pictures know moves. */
export const asMove = (node: NodeView): MoveView => ({
  ...node,
  colour: node.colour ?? '',
  seat: node.seat ?? 0,
  spent_ms: 0,
  clock_ms: null,
});
