/** What the engine thinks of a chapter's positions, from the deepest look at each. */

import { after, Evaluations } from '../evaluations.svelte';
import type { EvaluationView, ExplorerView, StudyHint, StudyLines, StudyReview } from '../messages';
import { ROOT, type Tree } from './tree';

export class NodeOpinions extends Evaluations {
  /** The names of the nodes' positions. */
  private readonly keys: ReadonlyMap<number, string> = $derived.by(() => {
    const tree = this.tree();
    const keys = new Map<number, string>();
    const open: (readonly [node: number, key: string])[] = [[ROOT, '']];
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, key] = next;
      keys.set(node, key);
      for (const { id, text } of tree.children(node)) open.push([id, after(key, text)]);
    }
    return keys;
  });

  constructor(private readonly tree: () => Tree) {
    super();
  }

  /** The evaluation of a node's position. */
  at(node: number): EvaluationView | null {
    const key = this.keys.get(node);
    return key === undefined ? null : this.of(key);
  }

  /** The evaluation of the position after a move from a node, which need not be in the tree. */
  after(node: number, move: string): EvaluationView | null {
    const key = this.keys.get(node);
    return key === undefined ? null : this.of(after(key, move));
  }

  /** What a search or a review says. */
  hear(message: StudyLines | StudyReview | StudyHint): void {
    if (message.type === 'review') {
      const { evaluations } = message.review;
      this.learn(message.nodes.flatMap((node, i) => this.found(node, evaluations[i] ?? null)));
    } else if (message.type === 'hint' || !message.threat) {
      const lines = message.type === 'lines' ? message.lines : [];
      this.learn([
        ...this.found(message.node, message.evaluation),
        ...lines.flatMap(({ moves, evaluation }) => this.found(message.node, evaluation, moves[0])),
      ]);
    }
  }

  /** What the explorer knows of the moves from a node. */
  explored(node: number, { continuations }: ExplorerView): void {
    this.learn(continuations.flatMap(({ move, opinion }) => this.found(node, opinion, move)));
  }

  private found(
    node: number,
    evaluation: EvaluationView | null,
    move?: string,
  ): (readonly [string, EvaluationView | null])[] {
    const key = this.keys.get(node);
    if (key === undefined) return [];
    return [[move === undefined ? key : after(key, move), evaluation]];
  }
}
