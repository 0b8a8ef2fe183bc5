/** What is seen for a moment only: dust where something heavy lands, and light on what has just come about. */

import {
  AdditiveBlending,
  CanvasTexture,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Sprite,
  SpriteMaterial,
  type Scene as World,
} from 'three';
import type { Motion } from '../motion';
import type { BoardShape, Square } from '../squares';
import { flatSquare } from './bars';
import type { Footprint } from './contacts';
import { newCanvas, randomFrom } from './noise';
import { xOf, zOf, type Heights } from './place';

const PUFFS = 14;
const DUST_MS = 620;
const GLOW_MS = 1100;
/** Rises quickly and fades slowly, 0..1..0. */
const flare = (u: number) => (u < 0.15 ? u / 0.15 : ((1 - u) / 0.85) ** 1.6);

export class Effects {
  private readonly dustMaterial: SpriteMaterial;
  private readonly puffs: Sprite[] = [];
  private readonly glowMaterial = new MeshBasicMaterial({
    color: '#ffd27a',
    transparent: true,
    depthWrite: false,
    blending: AdditiveBlending,
    toneMapped: false,
  });
  private readonly glowing: InstancedMesh;
  private stopDust: () => void = () => undefined;
  private stopGlow: () => void = () => undefined;

  constructor(
    private readonly world: World,
    private readonly board: BoardShape,
    private readonly motion: Motion,
  ) {
    const [canvas, pen] = newCanvas(64, 64);
    const soft = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
    soft.addColorStop(0, 'rgba(222,205,176,.55)');
    soft.addColorStop(1, 'rgba(222,205,176,0)');
    pen.fillStyle = soft;
    pen.fillRect(0, 0, 64, 64);
    const map = new CanvasTexture(canvas);
    this.dustMaterial = new SpriteMaterial({ map, transparent: true, depthWrite: false });
    this.glowing = new InstancedMesh(flatSquare(0.99), this.glowMaterial, 130);
    this.glowing.frustumCulled = false;
    this.glowing.count = 0;
    this.glowing.renderOrder = 2;
    world.add(this.glowing);
  }

  /** A little dust around the edge of what has landed. */
  dust({ x, z, wide, deep }: Footprint): void {
    this.stopDust();
    const random = randomFrom(Math.round((x + 40) * 97 + (z + 40) * 31));
    const starts = Array.from({ length: PUFFS }, (_, i) => {
      const sprite = (this.puffs[i] ??= this.puff());
      const angle = (i / PUFFS) * 2 * Math.PI + random() * 0.4;
      const [dx, dz] = [Math.cos(angle), Math.sin(angle)];
      sprite.visible = true;
      return { sprite, dx, dz, speed: 0.25 + random() * 0.4, size: 0.2 + random() * 0.25 };
    });
    this.stopDust = this.motion.run(
      DUST_MS,
      (u) => {
        const out = 1 - (1 - u) ** 3;
        for (const { sprite, dx, dz, speed, size } of starts) {
          sprite.position.set(
            x + dx * (wide / 2 + out * speed),
            0.08 + out * speed * 0.35,
            z + dz * (deep / 2 + out * speed),
          );
          sprite.scale.setScalar(size * (0.6 + out));
        }
        this.dustMaterial.opacity = 0.8 * (1 - u) ** 1.5;
      },
      () => {
        for (const { sprite } of starts) sprite.visible = false;
      },
    );
  }

  private puff(): Sprite {
    const sprite = new Sprite(this.dustMaterial);
    sprite.renderOrder = 3;
    this.world.add(sprite);
    return sprite;
  }

  /** Light on the tops of these squares, that fades. */
  glow(squares: readonly Square[], heights: Heights): void {
    this.stopGlow();
    const matrix = new Matrix4();
    squares.forEach((square, i) => {
      const y = (heights.get(square) ?? 0) + 0.03;
      this.glowing.setMatrixAt(
        i,
        matrix.makeTranslation(xOf(this.board, square), y, zOf(this.board, square)),
      );
    });
    this.glowing.count = squares.length;
    this.glowing.instanceMatrix.needsUpdate = true;
    this.stopGlow = this.motion.run(
      GLOW_MS,
      (u) => (this.glowMaterial.opacity = 0.75 * flare(u)),
      () => (this.glowing.count = 0),
    );
  }

  dispose(): void {
    this.dustMaterial.map?.dispose();
    this.dustMaterial.dispose();
    this.glowMaterial.dispose();
    this.glowing.geometry.dispose();
    this.glowing.dispose();
  }
}
