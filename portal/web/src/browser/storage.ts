/** Texts kept in this browser or this tab. If storage is forbidden or full, nothing is kept and everything else works. */
type Place = 'localStorage' | 'sessionStorage';

/** The text under a key; null if there is none, and on the server. */
export function readText(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text. Returns false if the browser refused. */
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
