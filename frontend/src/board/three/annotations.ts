/** Drawn over the things of any game, and seen through them: arrows and circles; and a soft colour on their tops. */

import {
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
  type Scene as World,
} from 'three';
import { resolved } from '../../colours';
import { arrowOutline, PAINTS, RING, type Arrow, type Circle, type Stain, type Tint } from '../annotations';
import type { Drawing } from '../drawing';
import type { BoardShape, Square } from '../squares';
import { Badges } from './badges';
import { xOf, zOf, type Heights } from './place';

/** How far a drawing floats above what stands there. */
const CLEAR = 0.06;
/** A label faces the viewer, so it has to be higher than what lies flat. */
const RAISED = 0.25;
const UP = new Vector3(0, 1, 0);

export class AnnotationLayer {
  private readonly materials = new Map<string, MeshBasicMaterial>();
  private readonly ring = new RingGeometry(
    RING.radius - RING.width / 2,
    RING.radius + RING.width / 2,
    40,
  ).rotateX(-Math.PI / 2);
  private meshes: Mesh[] = [];
  private readonly labels: Badges;
  private readonly tints: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor(private readonly world: World) {
    this.labels = new Badges(world);
    // A colour with four parts: each square has its own strength.
    const soft = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    soft.toneMapped = false;
    this.tints = new Mesh(new BufferGeometry(), soft);
    this.tints.visible = false;
    this.tints.frustumCulled = false;
    this.tints.renderOrder = 3;
    world.add(this.tints);
  }

  draw({ board, arrows = [], circles = [] }: Drawing, heights: Heights): void {
    this.clear();
    for (const circle of circles) if (!circle.label) this.add(this.circle(board, heights, circle));
    for (const arrow of arrows) this.add(this.arrow(board, heights, arrow));
    this.labels.show(
      circles.flatMap(({ square, ink, label: text }) => {
        const { x, y, z } = above(board, heights, square);
        return text ? [{ text, ink: '#140d06', ground: PAINTS[ink], at: [x, y + RAISED, z], size: 0.5 }] : [];
      }),
    );
  }

  /** The colour on the top of whatever is on each square. */
  tint(board: BoardShape, tint: Tint | undefined, heights: Heights): void {
    this.tints.visible = tint !== undefined && tint.size > 0;
    if (!tint) return;
    this.tints.geometry.dispose();
    this.tints.geometry = tintGeometry(board, tint, heights, (colour) => resolved('chance', colour));
  }

  private add(mesh: Mesh): void {
    mesh.renderOrder = 6;
    mesh.matrixAutoUpdate = false;
    this.meshes.push(mesh);
    this.world.add(mesh);
  }

  private circle(board: BoardShape, heights: Heights, { square, ink }: Circle): Mesh {
    const mesh = new Mesh(this.ring, this.material(ink, 1));
    mesh.matrix.makeTranslation(above(board, heights, square));
    return mesh;
  }

  private arrow(board: BoardShape, heights: Heights, { from, to, ink, strength = 1 }: Arrow): Mesh {
    const [start, end] = [above(board, heights, from), above(board, heights, to)];
    const along = end.clone().sub(start);
    const outline = arrowOutline(along.length()).map((point) => new Vector2(...point));
    const mesh = new Mesh(new ShapeGeometry(new Shape(outline)), this.material(ink, strength));
    mesh.matrix.copy(lying(start, along));
    return mesh;
  }

  private material(ink: Stain, strength: number): MeshBasicMaterial {
    const key = `${ink} ${strength}`;
    let material = this.materials.get(key);
    if (!material) {
      material = new MeshBasicMaterial({
        ...{ color: PAINTS[ink], transparent: true, opacity: 0.88 * strength, side: DoubleSide },
        ...{ depthTest: false, toneMapped: false },
      });
      this.materials.set(key, material);
    }
    return material;
  }

  private clear(): void {
    for (const mesh of this.meshes) {
      this.world.remove(mesh);
      if (mesh.geometry !== this.ring) mesh.geometry.dispose();
    }
    this.meshes = [];
  }

  dispose(): void {
    this.clear();
    this.labels.show([]);
    this.labels.dispose();
    this.world.remove(this.tints);
    for (const part of [this.ring, this.tints.geometry, this.tints.material]) part.dispose();
    for (const material of this.materials.values()) material.dispose();
  }
}

function above(board: BoardShape, heights: Heights, square: Square): Vector3 {
  return new Vector3(xOf(board, square), (heights.get(square) ?? 0) + CLEAR, zOf(board, square));
}

/** Puts a flat shape down so that its x runs from `start` along a way, and its y lies across that, level. */
export function lying(start: Vector3, way: Vector3): Matrix4 {
  const x = way.clone().normalize();
  const y = new Vector3().crossVectors(x, UP).normalize();
  return new Matrix4().makeBasis(x, y, new Vector3().crossVectors(x, y)).setPosition(start);
}

export function tintGeometry(
  board: BoardShape,
  tint: Tint,
  heights: Heights,
  paint: (colour: string) => string,
): BufferGeometry {
  const places: number[] = [];
  const colours: number[] = [];
  const colour = new Color();
  for (const [square, { colour: name, strength }] of tint) {
    const [x, y, z] = [xOf(board, square), (heights.get(square) ?? 0) + 0.02, zOf(board, square)];
    const [w, e, n, s] = [x - 0.46, x + 0.46, z - 0.46, z + 0.46];
    places.push(w, y, s, e, y, s, e, y, n, w, y, s, e, y, n, w, y, n);
    const { r, g, b } = colour.set(paint(name));
    for (let corner = 0; corner < 6; corner++) colours.push(r, g, b, 0.72 * strength);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colours, 4));
  return geometry;
}
