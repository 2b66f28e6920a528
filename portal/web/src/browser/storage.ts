/** Texts stored for this browser or this tab. If storage is forbidden or full, nothing is stored and all else works. */
type Place = 'localStorage' | 'sessionStorage';

/** Returns the text under a key; null if absent, or on the server. */
export function readText(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. Returns false if the browser refuses. */
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
    // Without storage there is nothing to remove.
  }
}
