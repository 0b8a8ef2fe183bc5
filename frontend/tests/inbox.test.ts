import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { State, Update } from '../src/messages';
import { Inbox } from '../src/play/inbox';
import { settings } from '../src/settings.svelte';

const update = (version: number) => ({ type: 'update', version }) as Update;

describe('changes on their way to the screen', () => {
  let shown: number[];
  let inbox: Inbox;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('window', globalThis);
    settings.motion = true;
    shown = [];
    inbox = new Inbox((message: State | Update) => {
      shown.push(message.version);
      inbox.moved();
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('are shown one after the other', () => {
    inbox.add(update(1));
    inbox.add(update(2));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(749);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, 2]);
  });

  test('are never more than three behind', () => {
    for (let version = 1; version <= 24; version++) {
      inbox.add(update(version));
      expect(version - (shown.at(-1) ?? 0)).toBeLessThanOrEqual(3);
    }
    vi.advanceTimersByTime(750 + 375 + 250);
    expect(shown.at(-1)).toBe(24);
  });

  test('wait for nothing without motion, on a hidden page, or when asked to catch up', () => {
    settings.motion = false;
    for (const version of [1, 2, 3]) inbox.add(update(version));
    expect(shown).toEqual([1, 2, 3]);
    settings.motion = true;
    vi.stubGlobal('document', { hidden: true });
    for (const version of [4, 5]) inbox.add(update(version));
    expect(shown).toEqual([1, 2, 3, 4, 5]);
    vi.stubGlobal('document', { hidden: false });
    for (const version of [6, 7]) inbox.add(update(version));
    expect(shown.at(-1)).toBe(5);
    inbox.catchUp();
    expect(shown.at(-1)).toBe(7);
  });
});
