/** The position as a picture file. */

import { appearance } from '../settings.svelte';

/** Pictures are drawn for light ground or dark. */
export const pictureTheme = (): 'light' | 'dark' => (appearance.ground === 'light' ? 'light' : 'dark');

/** A drawing as pixels, `width` wide. */
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
