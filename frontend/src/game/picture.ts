/** The position as a picture file. */

import { source } from '../backend';
import type { StoneTheme } from '../settings.svelte';

export interface Look {
  readonly view: 'above' | 'isometric';
  readonly dark: boolean;
  readonly stones: StoneTheme;
}

/** The address of the server's drawing of this moment, as it is looked at. */
export function pictureAddress(id: string, ply: number, { view, dark, stones }: Look): string {
  return source.gameAddress(id, 'picture.svg', {
    ply: String(ply),
    view,
    theme: dark ? 'dark' : 'light',
    stones,
  });
}

/** The same drawing as pixels, `width` wide. */
export async function pngOf(address: string, width: number): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}

/** Hand a file to whoever asked for it. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
