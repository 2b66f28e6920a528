/** Text that PostgreSQL and JSON cannot store: U+0000 and unpaired surrogates. */

/** Each path is a key in the response, whose size must be limited. */
const MAX_PATHS = 50;
/** Maximum characters; no field of ours has a longer name. */
const MAX_NAME = 100;

/** Returns the paths (`form.name`) of the first unstorable strings and keys. Iterative, so that it handles any depth. */
export function unstorablePaths(value: unknown): string[] {
  const found: string[] = [];
  const waiting: [path: string, value: unknown][] = [['', value]];
  for (let next = waiting.pop(); next && found.length < MAX_PATHS; next = waiting.pop()) {
    const [path, current] = next;
    if (typeof current === 'string' && !isStorable(current)) found.push(path);
    if (typeof current !== 'object' || current === null) continue;
    for (const [key, member] of Object.entries(current)) {
      if (isStorable(key)) waiting.push([memberPath(path, key), member]);
      else found.push(path);
    }
  }
  return found.slice(0, MAX_PATHS);
}

function memberPath(path: string, key: string): string {
  const name = key.slice(0, MAX_NAME);
  return path ? `${path}.${name}` : name;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
