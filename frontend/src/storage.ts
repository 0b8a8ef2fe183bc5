/** What the browser keeps for the page, where it may: a full or forbidden storage costs the memory, not the page. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It lasts as long as the page.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then it was not kept either.
  }
}

/** The same for values; `otherwise` where nothing readable is kept. */
export function recallValue<Value>(key: string, otherwise: Value): Value {
  try {
    return JSON.parse(recall(key) ?? '') as Value;
  } catch {
    return otherwise;
  }
}
