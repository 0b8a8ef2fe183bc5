/** Deciding in Caminos: the piece in hand. */

import type { Square } from '../../board/squares';
import type { CaminosLegal, CaminosScene } from '../../messages';
import type { Hand, Deciding } from '../game';
import {
  pieceProspect,
  placings,
  settle,
  tipped,
  turned,
  type HeldPiece,
  type PieceProspect,
} from './decide';
import type { CubeColour } from './things';

export class PieceHand implements Hand<PieceProspect> {
  private wanted: HeldPiece | null = $state.raw(null);

  constructor(private readonly table: Deciding<CaminosScene, CaminosLegal>) {}

  readonly held: HeldPiece | null = $derived.by(() => {
    const { legal } = this.table;
    return legal && settle(legal, this.wanted);
  });
  /** The squares by which the piece may be put down. */
  readonly lit: ReadonlySet<Square> = $derived.by(() => {
    const { legal } = this.table;
    return new Set(legal && this.held ? placings(legal, this.held).map((p) => p.grip) : []);
  });

  get legal(): CaminosLegal | null {
    return this.table.legal;
  }

  /** What a piece of the player who decides looks like. */
  get look(): { colour: CubeColour; mate: boolean } {
    const { turn } = this.table.state;
    const colour = turn?.phase === 'neutral' ? 'neutral' : (turn?.colour ?? 'yellow');
    return { colour: colour as CubeColour, mate: (turn?.seat ?? 0) >= 2 };
  }

  /** Pieces that the player who decides has left, by shape. */
  get supply(): Readonly<Record<string, number>> {
    const { state, scene } = this.table;
    return (state.turn && scene.supply[state.turn.seat]) ?? {};
  }

  /** The shapes by their keys: one that has run out keeps its place, so that no key changes its meaning. */
  get shapes(): readonly string[] {
    const { legal, scene, state } = this.table;
    const usable = Object.keys(legal?.shapes ?? {});
    if (state.turn?.phase === 'neutral') return usable;
    const neutral = new Set(scene.pieces.filter((one) => one.colour === 'neutral').map((one) => one.shape));
    const kept = Object.entries(this.supply)
      .filter(([shape, left]) => usable.includes(shape) || (!left && !neutral.has(shape)))
      .map(([shape]) => shape);
    return [...kept, ...usable.filter((shape) => !kept.includes(shape))];
  }

  prospectsAt(square: Square): PieceProspect[] {
    const { legal } = this.table;
    const prospect = legal && this.held && pieceProspect(legal, this.held, this.look, square);
    return prospect ? [prospect] : [];
  }

  key(key: string): boolean {
    const { legal } = this.table;
    if (!legal) return false;
    const shape = /^[1-9]$/.test(key) && this.shapes[Number(key) - 1];
    if (shape) this.take(shape);
    else if (key === 'T') this.tip();
    else if (key === 'R') this.turn();
    else return false;
    return true;
  }

  /** Take a shape in hand, if there is one that fits anywhere. */
  private take(shape: string): void {
    if (this.legal?.shapes[shape]?.length) this.hold({ shape, way: '' });
  }

  hold(piece: HeldPiece): void {
    this.wanted = piece;
  }

  tip(): void {
    if (this.legal && this.held) this.hold(tipped(this.legal, this.held));
  }

  turn(): void {
    if (this.legal && this.held) this.hold(turned(this.legal, this.held));
  }
}
