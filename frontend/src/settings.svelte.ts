/** What a person has chosen for this device; kept in the browser. */

import { keep, recallValue } from './storage';

/** How fast engines play that are watched. */
export const SPEEDS = ['slow', 'normal', 'fast'] as const;

export interface Choices {
  appearance: 'system' | 'light' | 'dark' | 'contrast';
  view: 'solid' | 'flat';
  effects: boolean;
  motion: boolean;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  vibration: boolean;
  confirm: boolean;
  turning: boolean;
  /** When the engine's opinion is shown during a game: where the game does not count, always, or never. */
  winrate: 'free' | 'always' | 'never';
  speed: (typeof SPEEDS)[number];
  /** The engine thinks on this device where it may; null: where the device is able. */
  thinkHere: boolean | null;
  /** Greetings of other players are shown. */
  greetings: boolean;
  /** A notification when it is your turn and the page is not looked at. */
  notify: boolean;
  tips: boolean;
  /** Tips that have been read. */
  told: string[];
  name: string;
}

const KEPT = 'stonefield.settings';
const asks = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

/** What has been chosen before; else what the device itself prefers. */
function begin(): Choices {
  const kept = recallValue<Partial<Choices>>(KEPT, {});
  return {
    appearance: asks('(prefers-contrast: more)') ? 'contrast' : 'system',
    // On a small screen every square counts, so there the board is seen from above.
    view: asks('(max-width: 600px)') ? 'flat' : 'solid',
    // To find out takes a while, so it is asked only where nothing was chosen.
    effects: kept.effects ?? graphics() === 'chip',
    motion: !asks('(prefers-reduced-motion: reduce)'),
    sound: true,
    volume: 0.6,
    vibration: asks('(pointer: coarse)'),
    // A finger covers what it touches, so there the first tap only shows.
    confirm: asks('(pointer: coarse)'),
    turning: false,
    speed: 'normal',
    thinkHere: null,
    greetings: true,
    notify: false,
    tips: true,
    told: [],
    name: '',
    ...kept,
    winrate: chancesFrom(kept.winrate),
  };
}

/** Earlier versions of the page had a switch, which was on without being asked. */
export function chancesFrom(kept: unknown): Choices['winrate'] {
  if (kept === false) return 'never';
  return kept === 'always' || kept === 'never' ? kept : 'free';
}

/** How a browser draws in three dimensions: with a graphics chip, slowly without, or not at all. */
type Graphics = 'chip' | 'slow' | 'none';

/** Once it has been found out; it stays the same while the page is open. */
let found: Graphics | null = null;

export const settings: Choices = $state(begin());

/** The settings with those of a game's own, as they are until they are changed. */
export const withOwn = <Own extends object>(own: Own): Choices & Own =>
  Object.assign(settings, { ...own, ...settings }) as Choices & Own;

/** The ground everything is drawn on now, whether chosen or taken from the device. */
export const appearance: { ground: 'light' | 'dark' | 'contrast' } = $state({ ground: 'light' });

/** Write down every later change, and show the appearance; call once. */
export function keepSettings(): void {
  const night = matchMedia('(prefers-color-scheme: dark)');
  let dark = $state(night.matches);
  night.addEventListener('change', () => (dark = night.matches));
  $effect.root(() => {
    $effect(() => {
      keep(KEPT, JSON.stringify(settings));
      const { dataset } = document.documentElement;
      const system = dark ? 'dark' : 'light';
      const ground = settings.appearance === 'system' ? system : settings.appearance;
      appearance.ground = ground;
      dataset['appearance'] = ground;
      dataset['motion'] = settings.motion ? 'full' : 'reduced';
    });
  });
}

export function graphics(): Graphics {
  return (found ??= probe());
}

function probe(): Graphics {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) return 'none';
    const told = context.getExtension('WEBGL_debug_renderer_info');
    const name = told ? String(context.getParameter(told.UNMASKED_RENDERER_WEBGL)) : '';
    context.getExtension('WEBGL_lose_context')?.loseContext();
    return /swiftshader|llvmpipe|software|basic render/i.test(name) ? 'slow' : 'chip';
  } catch {
    return 'none';
  }
}
