/** Texts kept in this browser, or in this tab. Storage may be forbidden or full: then nothing is kept, and all else works. */
type Place = 'localStorage' | 'sessionStorage';

/** What is kept under a key; null where nothing is, and on the server. */
export function readText(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, and returns whether it could; where not, nothing is kept. */
export function keepText(place: Place, key: string, text: string): boolean {
  try {
    globalThis[place].setItem(key, text);
    return true;
  } catch {
    dropText(place, key);
    return false;
  }
}

export function dropText(place: Place, key: string): void {
  try {
    globalThis[place].removeItem(key);
  } catch {
    // Nothing is there.
  }
}
