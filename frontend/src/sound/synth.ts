/** The sounds of the board, made by the program itself: knocks are filtered noise over a falling tone, chimes are tones. */

import type { Sound } from '.';

interface Tone {
  readonly pitch: number;
  /** Where the pitch falls to. */
  readonly to?: number;
  readonly length: number;
  readonly loud: number;
  readonly after?: number;
  readonly shape?: OscillatorType;
}

interface Noise {
  readonly filter: BiquadFilterType;
  readonly pitch: number;
  readonly length: number;
  readonly loud: number;
  readonly after?: number;
}

interface Recipe {
  readonly tones?: readonly Tone[];
  readonly noises?: readonly Noise[];
}

const chime = (pitches: readonly number[], loud: number, length: number, apart: number): Recipe => ({
  tones: pitches.map((pitch, i) => ({ pitch, length, loud: loud / (1 + i * 0.4), after: i * apart })),
});

export const RECIPES: Readonly<Record<Sound, Recipe>> = {
  // Granite on oak: a dry knock and the board under it.
  set: {
    noises: [{ filter: 'bandpass', pitch: 1100, length: 0.05, loud: 0.5 }],
    tones: [{ pitch: 210, to: 130, length: 0.12, loud: 0.5 }],
  },
  // The long side lands: a low thud, and the far end that rattles after it.
  fall: {
    noises: [
      { filter: 'lowpass', pitch: 420, length: 0.2, loud: 0.9 },
      { filter: 'bandpass', pitch: 900, length: 0.05, loud: 0.25, after: 0.09 },
      { filter: 'bandpass', pitch: 1000, length: 0.04, loud: 0.12, after: 0.16 },
    ],
    tones: [{ pitch: 105, to: 46, length: 0.32, loud: 0.95 }],
  },
  // Wood on wood is brighter.
  piece: {
    noises: [{ filter: 'bandpass', pitch: 2100, length: 0.03, loud: 0.35 }],
    tones: [{ pitch: 460, to: 340, length: 0.09, loud: 0.35, shape: 'triangle' }],
  },
  group: chime([784, 1175, 1568], 0.16, 1.1, 0.07),
  step: { tones: [{ pitch: 660, length: 0.12, loud: 0.18, shape: 'triangle' }] },
  turn: chime([523, 659], 0.2, 0.5, 0.12),
  tick: { noises: [{ filter: 'bandpass', pitch: 2600, length: 0.025, loud: 0.4 }] },
  end: chime([392, 523, 659, 784], 0.22, 1.4, 0.13),
};

export class Synth {
  private readonly master: GainNode;
  private readonly hiss: AudioBuffer;

  constructor(private readonly context: AudioContext) {
    this.master = context.createGain();
    this.master.connect(context.destination);
    this.hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = this.hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }

  play(sound: Sound, volume: number): void {
    const { tones = [], noises = [] } = RECIPES[sound];
    this.master.gain.value = volume;
    const now = this.context.currentTime + 0.005;
    for (const tone of tones) this.tone(tone, now + (tone.after ?? 0));
    for (const noise of noises) this.noise(noise, now + (noise.after ?? 0));
  }

  private tone({ pitch, to = pitch, length, loud, shape = 'sine' }: Tone, at: number): void {
    const source = this.context.createOscillator();
    source.type = shape;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(this.envelope(loud, at, length));
    source.start(at);
    source.stop(at + length);
  }

  private noise({ filter, pitch, length, loud }: Noise, at: number): void {
    const source = this.context.createBufferSource();
    source.buffer = this.hiss;
    const sieve = this.context.createBiquadFilter();
    sieve.type = filter;
    sieve.frequency.value = pitch;
    source.connect(sieve).connect(this.envelope(loud, at, length));
    source.start(at, Math.random() * 0.5, length);
  }

  /** At once as loud as it gets, then dying away. */
  private envelope(loud: number, at: number, length: number): GainNode {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(this.master);
    return gain;
  }
}
