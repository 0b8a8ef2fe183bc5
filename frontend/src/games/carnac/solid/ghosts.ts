/** What might come to be: the stone in hand over its square, and the falls it would have. */

import {
  BoxGeometry,
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Scene as World,
} from 'three';
import { STEP, type BoardShape } from '../../../board/squares';
import { newCanvas } from '../../../board/three/noise';
import { xOf, zOf } from '../../../board/three/place';
import { picture } from '../../../board/three/table';
import type { StoneTheme } from '../choices';
import { formOf } from '../forms';
import { SIGN_OF, STONE_PALETTES, type StoneColour } from '../palette';
import { SIGNS } from '../symbols';
import { strengthOf, type Fall, type Stone, type Stones } from '../things';
import type { StoneShapes } from './shapes';
import { pose } from './stones';
import { stroke } from './stonework';

/** A fall seen from above: a pale plate with the two signs it would show, growing out of the stone. */
function fallPicture(colour: StoneColour, theme: StoneTheme, pointed: boolean): HTMLCanvasElement {
  const palette = STONE_PALETTES[theme];
  const unit = 128;
  const [canvas, pen] = newCanvas(unit, unit * 2);
  pen.fillStyle = `rgba(${palette.granite.join(',')},.8)`;
  pen.strokeStyle = palette.outline[colour];
  pen.lineWidth = 6;
  pen.setLineDash([14, 9]);
  pen.beginPath();
  pen.roundRect(8, 8, unit - 16, unit * 2 - 16, 12);
  pen.fill();
  pen.stroke();
  pen.setLineDash([]);
  pen.lineJoin = 'round';
  const sign = SIGNS[SIGN_OF[colour]];
  for (const row of [0, 1]) {
    pen.save();
    pen.translate(unit / 2, unit * (row + 0.5));
    pen.scale(unit * 0.3, unit * 0.3);
    for (const { points, over } of sign.strokes) {
      pen.lineCap = 'butt';
      if (over) stroke(pen, points, sign.width + 0.14, palette.groove);
      pen.lineCap = 'round';
      stroke(pen, points, sign.width, palette.paint[colour]);
    }
    pen.restore();
  }
  if (pointed) drawArrow(pen, palette.outline[colour], unit);
  return canvas;
}

/** Which way it falls; towards the far end, which the standing stone does not hide. */
function drawArrow(pen: CanvasRenderingContext2D, ink: string, unit: number): void {
  pen.translate(unit / 2, unit * 0.65);
  pen.scale(unit * 0.23, unit * 0.23);
  pen.fillStyle = '#1b1a1c';
  pen.strokeStyle = ink;
  pen.lineWidth = 0.12;
  pen.beginPath();
  pen.arc(0, 0, 1, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.lineWidth = 0.24;
  pen.lineCap = 'round';
  pen.beginPath();
  for (const [x, y] of [
    [0, 0.6],
    [0, -0.6],
    [-0.45, -0.1],
    [0, -0.6],
    [0.45, -0.1],
  ] as const)
    pen.lineTo(x, y);
  pen.stroke();
}

const TURN = { N: 0, W: Math.PI / 2, S: Math.PI, E: -Math.PI / 2 } as const;

export class Ghosts {
  private readonly pivot = new Group();
  private readonly stone: Mesh;
  private readonly plates: Mesh[] = [];
  /** Under each plate that may be chosen: the body of the stone as it would lie. */
  private readonly bodies: Mesh[] = [];
  private readonly body = new BoxGeometry(0.94, 0.96, 1.94).translate(0, 0.49, 0);
  private readonly bodyMaterial: MeshBasicMaterial;
  private readonly plateMaterials = new Map<string, MeshBasicMaterial>();
  private readonly plate = new PlaneGeometry(0.96, 1.96).rotateX(-Math.PI / 2);

  constructor(
    private readonly world: World,
    private readonly shapes: StoneShapes,
    private readonly stoneMaterial: Material,
    private readonly theme: StoneTheme,
  ) {
    const [r, g, b] = STONE_PALETTES[theme].granite;
    this.bodyMaterial = new MeshBasicMaterial({
      color: `rgb(${r},${g},${b})`,
      transparent: true,
      opacity: 0.4,
      depthWrite: false,
      toneMapped: false,
    });
    this.stone = new Mesh(undefined, this.stoneMaterial);
    // Over the plates of its falls, which shine through it.
    this.stone.renderOrder = 4;
    this.pivot.add(this.stone);
    this.pivot.visible = false;
    world.add(this.pivot);
  }

  show(things: Stones, board: BoardShape): void {
    this.showStone(things.ghost, board);
    this.showFalls(things, board);
  }

  private showStone(stone: Stone | null, board: BoardShape): void {
    this.pivot.visible = stone !== null;
    if (!stone) return;
    const form = formOf(stone);
    this.stone.geometry = this.shapes.get(form.top, form.axis, 0);
    // A fall that is chosen stands out among the others.
    this.stoneMaterial.opacity = form.fall ? 0.96 : 0.72;
    pose(this.pivot, this.stone, board, form, form.fall ? Math.PI / 2 : 0, 0.01);
  }

  /** While the stone waits for its answer the falls have bodies; before it is placed they are plates on the board. */
  private showFalls(things: Stones, board: BoardShape): void {
    const { falls, pending } = things;
    // Before a stone is placed its falls are only a thought.
    const pointed = things.ghost?.squares.length !== 1;
    falls.forEach((fall, i) => {
      const plate = (this.plates[i] ??= this.add(this.plate, 3));
      const body = (this.bodies[i] ??= this.add(this.body, 2));
      const strength = strengthOf(things, fall);
      plate.material = this.plateMaterial(fall, strength, pointed);
      body.material = this.bodyMaterial;
      const [dx, ranks] = STEP[fall.direction];
      const near = fall.squares[0] as string;
      plate.position.set(xOf(board, near) + dx / 2, pending ? 0.98 : 0.016, zOf(board, near) - ranks / 2);
      plate.rotation.y = TURN[fall.direction];
      body.position.set(plate.position.x, 0, plate.position.z);
      body.rotation.y = plate.rotation.y;
      plate.visible = strength > 0;
      body.visible = pending !== null && strength === 1;
    });
    for (const mesh of [...this.plates.slice(falls.length), ...this.bodies.slice(falls.length)])
      mesh.visible = false;
  }

  private add(geometry: BufferGeometry, order: number): Mesh {
    const mesh = new Mesh(geometry);
    mesh.renderOrder = order;
    this.world.add(mesh);
    return mesh;
  }

  private plateMaterial({ colour }: Fall, strength: number, pointed: boolean): MeshBasicMaterial {
    const key = `${colour} ${strength} ${pointed}`;
    let material = this.plateMaterials.get(key);
    if (!material) {
      const map = picture(fallPicture(colour, this.theme, pointed), 4);
      material = new MeshBasicMaterial({
        map,
        transparent: true,
        opacity: strength * 0.95,
        depthWrite: false,
        toneMapped: false,
      });
      this.plateMaterials.set(key, material);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.plateMaterials.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.plate.dispose();
    this.body.dispose();
    this.bodyMaterial.dispose();
  }
}
