/** Text that PostgreSQL and JSON cannot keep: U+0000, and halves of surrogate pairs. */

/** The paths (`form.name`) of all strings, keys included, that cannot be stored. Flat, so that no depth is too deep. */
export function unstorablePaths(value: unknown): string[] {
  const found: string[] = [];
  const waiting: [path: string, value: unknown][] = [['', value]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, current] = next;
    if (typeof current === 'string' && !isStorable(current)) found.push(path);
    if (typeof current !== 'object' || current === null) continue;
    for (const [key, member] of Object.entries(current)) {
      const memberPath = path ? `${path}.${key}` : key;
      if (isStorable(key)) waiting.push([memberPath, member]);
      else found.push(path);
    }
  }
  return found;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
