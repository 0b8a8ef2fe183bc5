/** What the address of an embedded board asks for. */

import type { ReplayKind } from '../source';

export interface Wishes {
  /** What is looked at, or the text of a position; null: neither. */
  readonly shown: { readonly kind: ReplayKind; readonly id: string } | { readonly position: string } | null;
  /** The page about it; the start page for a position. */
  readonly page: string;
  /** How many decisions are shown at first; null: all. */
  readonly ply: number | null;
  readonly theme: 'light' | 'dark' | 'system';
  readonly language: string;
  /** Whether it begins to play by itself. */
  readonly plays: boolean;
}

const KINDS: Readonly<Record<string, ReplayKind>> = { g: 'games', study: 'studies', puzzles: 'puzzles' };
const LANGUAGES = ['en', 'de', 'fr', 'nl', 'it', 'hu', 'ro'];

export function wishesOf(address: URL, languages: readonly string[]): Wishes {
  const [, kind = '', id = ''] = address.pathname.split('/').filter(Boolean);
  const fragment = decode(address.hash.slice(1));
  const query = address.searchParams;
  const theme = query.get('theme');
  const wanted = [query.get('lang') ?? '', ...languages].map((tag) => tag.toLowerCase().slice(0, 2));
  const common: Pick<Wishes, 'theme' | 'language' | 'plays'> = {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: wanted.find((language) => LANGUAGES.includes(language)) ?? 'en',
    plays: query.has('play'),
  };
  if (kind === 'position' && fragment)
    return {
      ...common,
      shown: { position: fragment },
      page: `/editor?position=${encodeURIComponent(fragment)}`,
      ply: 0,
    };
  const about = KINDS[kind];
  if (about === undefined || !/^[a-z0-9]{1,64}$/i.test(id))
    return { ...common, shown: null, page: '/', ply: null };
  const ply = /^\d{1,4}$/.test(fragment) ? Number(fragment) : null;
  return { ...common, shown: { kind: about, id }, page: `/${kind}/${id}`, ply };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
