/** What is heard and felt. The sounds themselves are loaded with the first of them. */

import type { BoardEvent } from '../board/events';
import { settings } from '../settings.svelte';
import type { Synth } from './synth';

export type Sound = BoardEvent | 'turn' | 'tick' | 'end';

/** How long a phone trembles: milliseconds on, off, on. */
const TREMORS: Readonly<Partial<Record<Sound, readonly number[]>>> = {
  set: [12],
  fall: [35],
  piece: [12],
  group: [12, 50, 12],
  turn: [40, 60, 40],
  end: [60],
};

let context: AudioContext | null = null;
let synth: Promise<Synth> | null = null;

export const canTremble = (): boolean => typeof navigator !== 'undefined' && 'vibrate' in navigator;

/** Browsers let a page be heard only after the first touch or key; call once. */
export function awaitGesture(): void {
  const wake = () => {
    if (!settings.sound || context || typeof AudioContext === 'undefined') return;
    context = new AudioContext();
    for (const name of GESTURES) removeEventListener(name, wake, true);
  };
  for (const name of GESTURES) addEventListener(name, wake, true);
}

const GESTURES = ['pointerup', 'keydown'] as const;

/** Let something be heard and felt, as the settings have it. */
export function hear(sound: Sound): void {
  tremble(sound);
  if (!settings.sound || settings.volume <= 0 || !context || document.hidden) return;
  const speaker = context;
  void speaker.resume();
  synth ??= import('./synth').then((chunk) => new chunk.Synth(speaker));
  synth.then(
    (ready) => ready.play(sound, settings.volume),
    // Without a network the sounds may be missing: the game goes on in silence, and the next one tries again.
    () => (synth = null),
  );
}

function tremble(sound: Sound): void {
  const pattern = TREMORS[sound];
  if (pattern && settings.vibration && canTremble()) navigator.vibrate([...pattern]);
}
