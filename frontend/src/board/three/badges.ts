/** Small round labels that always face the viewer, e.g. a count or a letter. */

import { Sprite, SpriteMaterial, type Scene as World } from 'three';
import { newCanvas } from './noise';
import { picture } from './table';

export interface Badge {
  readonly text: string;
  readonly ink: string;
  readonly ground: string;
  readonly at: readonly [number, number, number];
  readonly size: number;
}

function badgePicture({ text, ink, ground }: Badge): HTMLCanvasElement {
  const [canvas, pen] = newCanvas(96, 96);
  pen.beginPath();
  pen.arc(48, 48, 42, 0, 2 * Math.PI);
  pen.fillStyle = ground;
  pen.fill();
  pen.lineWidth = 5;
  pen.strokeStyle = ink;
  pen.stroke();
  pen.fillStyle = ink;
  pen.font = '600 50px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, 48, 51);
  return canvas;
}

export class Badges {
  private readonly materials = new Map<string, SpriteMaterial>();
  private sprites: Sprite[] = [];

  constructor(private readonly world: World) {}

  show(badges: readonly Badge[]): void {
    while (this.sprites.length > badges.length) this.world.remove(this.sprites.pop() as Sprite);
    badges.forEach((badge, i) => {
      let sprite = this.sprites[i];
      if (!sprite) {
        sprite = new Sprite();
        sprite.renderOrder = 5;
        this.sprites.push(sprite);
        this.world.add(sprite);
      }
      sprite.material = this.material(badge);
      sprite.position.set(...badge.at);
      sprite.scale.setScalar(badge.size);
    });
  }

  private material(badge: Badge): SpriteMaterial {
    const key = `${badge.text} ${badge.ink} ${badge.ground}`;
    let material = this.materials.get(key);
    if (!material) {
      const map = picture(badgePicture(badge), 1);
      material = new SpriteMaterial({ map, depthTest: false, toneMapped: false });
      this.materials.set(key, material);
    }
    return material;
  }

  dispose(): void {
    for (const material of this.materials.values()) {
      material.map?.dispose();
      material.dispose();
    }
  }
}
