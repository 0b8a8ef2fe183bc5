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

  prospectsAt(square: Square): PieceProspect[] {
    const { legal } = this.table;
    const prospect = legal && this.held && pieceProspect(legal, this.held, this.look, square);
    return prospect ? [prospect] : [];
  }

  key(key: string): boolean {
    const { legal } = this.table;
    if (!legal) return false;
    const shape = /^[1-9]$/.test(key) && Object.keys(legal.shapes)[Number(key) - 1];
    if (shape) this.hold({ shape, way: '' });
    else if (key === 'T') this.tip();
    else if (key === 'R') this.turn();
    else return false;
    return true;
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
