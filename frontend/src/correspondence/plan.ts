/** A plan as a tree: the answers of the others, and what they are answered with. Nothing here is changed in place. */

import type { NewPlan, PlannedMoveView } from '../messages';

export type Planned = PlannedMoveView;
/** The decisions that lead to a place in the tree. */
export type Path = readonly string[];
export const RESIGN = 'resign';

/** What comes after a path; null where the tree does not have it. */
export function after(tree: readonly Planned[], path: Path): readonly Planned[] | null {
  const [first, ...rest] = path;
  if (first === undefined) return tree;
  const found = tree.find(({ move }) => move === first);
  return found ? after(found.then, rest) : null;
}

/** With one more decision after a path; where its owner decides, it takes the place of the one that was there. */
export function added(
  tree: readonly Planned[],
  path: Path,
  seat: number,
  move: string,
  mine: boolean,
): readonly Planned[] {
  return changed(tree, path, (there) => {
    if (there.some((one) => one.move === move)) return there;
    return [...(mine ? [] : there), { seat, move, then: [] }];
  });
}

/** Without the decision at the end of a path, and all that comes after it. */
export const without = (tree: readonly Planned[], path: Path): readonly Planned[] =>
  changed(tree, path.slice(0, -1), (there) => there.filter(({ move }) => move !== path.at(-1)));

function changed(
  tree: readonly Planned[],
  path: Path,
  change: (there: readonly Planned[]) => readonly Planned[],
): readonly Planned[] {
  const [first, ...rest] = path;
  if (first === undefined) return change(tree);
  return tree.map((one) =>
    one.move === first ? { ...one, then: [...changed(one.then, rest, change)] } : one,
  );
}

/** How many answers to others a plan has. */
export function answersIn(tree: readonly Planned[], mine: readonly number[], answering = false): number {
  return tree.reduce((count, { seat, then }) => {
    const own = mine.includes(seat);
    return count + (own && answering ? 1 : 0) + answersIn(then, mine, !own);
  }, 0);
}

/** A decision with those that follow without a choice. */
export function lineOf(one: Planned): readonly Planned[] {
  const [only, ...others] = one.then;
  return only && !others.length ? [one, ...lineOf(only)] : [one];
}

/** As it is sent. */
export const bare = (tree: readonly Planned[]): NewPlan['tree'] =>
  tree.map(({ move, then }) => ({ move, then: bare(then) }));
