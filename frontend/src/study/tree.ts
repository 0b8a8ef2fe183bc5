/** The tree of a chapter: what stands after what, and how one walks through it. */

import type { ChapterView, MoveView, NodeView, StudyState, StudyUpdate } from '../messages';

export const ROOT = 0;

export class Tree {
  private readonly nodes = new Map<number, NodeView>();
  private readonly after = new Map<number, NodeView[]>();

  constructor(nodes: readonly NodeView[]) {
    for (const node of nodes) this.nodes.set(node.id, node);
    for (const node of [...nodes].sort((a, b) => a.rank - b.rank || a.id - b.id)) {
      if (node.parent === null) continue;
      const siblings = this.after.get(node.parent);
      if (siblings) siblings.push(node);
      else this.after.set(node.parent, [node]);
    }
  }

  has(id: number): boolean {
    return this.nodes.has(id);
  }

  get(id: number): NodeView | null {
    return this.nodes.get(id) ?? null;
  }

  /** What has been played from here, the main line first. */
  children(id: number): readonly NodeView[] {
    return this.after.get(id) ?? [];
  }

  /** The node with the others that were played instead of it. */
  siblings({ id, parent }: NodeView): readonly NodeView[] {
    return parent === null ? [] : this.children(parent).filter((node) => node.id !== id);
  }

  /** The nodes from the first decision to this one; none for the root. */
  path(id: number): NodeView[] {
    const found: NodeView[] = [];
    for (let node = this.get(id); node && node.parent !== null; node = this.get(node.parent))
      found.push(node);
    return found.reverse();
  }

  /** The node and what follows on it, each time what stands first. */
  line(node: NodeView): NodeView[] {
    const found = [node];
    for (;;) {
      const next = this.children((found[found.length - 1] as NodeView).id)[0];
      if (!next) return found;
      found.push(next);
    }
  }

  /** The decisions of the main line. */
  main(): NodeView[] {
    const first = this.children(ROOT)[0];
    return first ? this.line(first) : [];
  }

  isMain(id: number): boolean {
    return this.path(id).every((node) => this.children(node.parent ?? ROOT)[0]?.id === node.id);
  }

  /** The variation before or after this one, of those that begin at the same place. */
  beside(id: number, by: 1 | -1): NodeView | null {
    const node = this.get(id);
    if (!node || node.parent === null) return null;
    const all = this.children(node.parent);
    return all[(all.findIndex((other) => other.id === id) + by + all.length) % all.length] ?? null;
  }
}

/** The state after an update, or null when the update does not follow on it: then the server must be asked. */
export function updated(state: StudyState, update: StudyUpdate): StudyState | null {
  if (update.since !== state.version) return null;
  const { type, since, trees, ...head } = update;
  return { ...state, ...head };
}

/** A chapter after an update. */
export function mended(chapter: ChapterView, { chapters, trees }: StudyUpdate): ChapterView {
  const head = chapters.find(({ id }) => id === chapter.id) ?? chapter;
  const change = trees.find((tree) => tree.chapter === chapter.id);
  if (!change) return { ...chapter, ...head };
  const gone = new Set([...change.removed, ...change.nodes.map(({ id }) => id)]);
  return { ...chapter, ...head, tree: [...chapter.tree.filter(({ id }) => !gone.has(id)), ...change.nodes] };
}

/** A node as the games' sentences and pictures know moves. */
export const asMove = (node: NodeView): MoveView => ({
  ...node,
  colour: node.colour ?? '',
  seat: node.seat ?? 0,
  spent_ms: 0,
  clock_ms: null,
});
