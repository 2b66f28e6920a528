/** Text that PostgreSQL and JSON cannot keep: U+0000, and halves of surrogate pairs. */

/** Each becomes a key of the answer, which must not grow with the request. */
const MAX_PATHS = 50;
/** Characters; longer names are none of ours. */
const MAX_NAME = 100;

/** The paths (`form.name`) of the first strings, keys included, that cannot be stored. Flat, so that no depth is too deep. */
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
