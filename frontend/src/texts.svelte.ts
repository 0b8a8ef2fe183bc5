/** The words of the page, from the server's catalogue of the chosen language. */

import { source } from './backend';
import type { Text } from './messages';
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

  /** Load a language; while that takes, the one before stays. */
  async load(language: string): Promise<void> {
    this.entries = await source.fetchTexts(language, 'page');
    this.reasons = '';
    this.language = language;
    document.documentElement.lang = language;
    keep(KEPT, language);
  }

  /** The language whose reasons are here, or on their way. */
  private reasons = '';

  /** See to it that there are words for the reasons of reviews, soon. */
  wantReasons(): void {
    const { language } = this;
    if (this.reasons === language) return;
    this.reasons = language;
    source.fetchTexts(language, 'reasons').then(
      (found) => {
        if (this.language === language) this.entries = { ...this.entries, ...found };
      },
      () => (this.reasons = ''),
    );
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
