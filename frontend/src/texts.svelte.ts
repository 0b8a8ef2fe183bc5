/** The words of the page, from the server's catalogue of the chosen language. */

import { source } from './backend';
import type { Text } from './messages';
import type { LaterTexts } from './source';
import { keep, recall } from './storage';

export type Values = Readonly<Record<string, string | number>>;

const KEPT = 'stonefield.language';
const counting = new Map<string, { plurals: Intl.PluralRules; numbers: Intl.NumberFormat }>();

/** How a language counts: which form a number takes, and how its thousands are kept apart. */
function countingIn(language: string) {
  let rules = counting.get(language);
  if (!rules) {
    rules = {
      plurals: new Intl.PluralRules(language),
      numbers: new Intl.NumberFormat(language, { useGrouping: 'always' }),
    };
    counting.set(language, rules);
  }
  return rules;
}

/** Fill a text: plural forms are chosen by `count`, as CLDR has them for the language. */
export function fillText(entry: Text, values: Values, language: string): string {
  const { plurals, numbers } = countingIn(language);
  let form = entry;
  if (typeof form !== 'string') {
    const category = plurals.select(Number(values['count'] ?? 0));
    form = form[category] ?? form['other'] ?? '';
  }
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? `{${name}}`;
    return name === 'count' && typeof value === 'number' ? numbers.format(value) : String(value);
  });
}

class Texts {
  language = $state('en');
  entries: Readonly<Record<string, Text>> = $state.raw({});

  private loading: Promise<void> = Promise.resolve();
  /** The parts that pages have asked for, here or on their way. */
  private readonly parts = new Map<LaterTexts, Promise<void>>();

  /** Load a language; while that takes, the one before stays. */
  load(language: string): Promise<void> {
    return (this.loading = this.fetchAll(language));
  }

  /** A language for a board in a frame, which says little and keeps nothing. */
  async show(language: string): Promise<void> {
    this.entries = await source.fetchTexts(language, 'embed');
    this.language = language;
    document.documentElement.lang = language;
  }

  /** See to it that the texts of a part are here, in this language and in any that is chosen later. */
  need(part: LaterTexts): Promise<void> {
    let coming = this.parts.get(part);
    if (!coming) {
      coming = this.loading.then(() => this.fetch(part));
      coming.catch(() => this.parts.delete(part));
      this.parts.set(part, coming);
    }
    return coming;
  }

  /** See to it that there are words for the reasons of reviews, soon. */
  wantReasons(): void {
    this.need('reasons').catch(() => undefined);
  }

  private async fetchAll(language: string): Promise<void> {
    const parts = ['page', ...this.parts.keys()] as const;
    const found = await Promise.all(parts.map((part) => source.fetchTexts(language, part)));
    this.entries = Object.assign({}, ...found) as Record<string, Text>;
    this.language = language;
    document.documentElement.lang = language;
    keep(KEPT, language);
  }

  private async fetch(part: LaterTexts): Promise<void> {
    const { language } = this;
    const found = await source.fetchTexts(language, part);
    // Another language has been chosen meanwhile: it has come with this part.
    if (this.language === language) this.entries = { ...this.entries, ...found };
  }
}

export const texts = new Texts();

/** The text of a key in the page's language. */
export function t(key: string, values: Values = {}): string {
  const entry = texts.entries[key];
  if (entry === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return fillText(entry, values, texts.language);
}

/** Whether there is a text of that name, for codes that a newer server may send. */
export const known = (key: string): boolean => key in texts.entries;

/** The language to begin with: the one chosen before, else the browser's first that there is. */
export function startingLanguage(available: readonly string[]): string {
  const wanted = [recall(KEPT) ?? '', ...navigator.languages].map(
    (tag) => tag.toLowerCase().split('-')[0] ?? '',
  );
  return wanted.find((language) => available.includes(language)) ?? 'en';
}
