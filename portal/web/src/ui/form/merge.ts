/** Merges three states of a form: keeps edits and takes the latest value of everything else. */
export function merged(before: unknown, mine: unknown, now: unknown): unknown {
  if (isRecord(before) && isRecord(mine) && isRecord(now)) {
    const names = new Set([...Object.keys(mine), ...Object.keys(now)]);
    return Object.fromEntries([...names].map((name) => [name, merged(before[name], mine[name], now[name])]));
  }
  return isSame(mine, before) ? now : mine;
}

/** Returns the fields changed both here and elsewhere: path → latest value. */
export function conflicts(before: unknown, mine: unknown, now: unknown, path = ''): Record<string, unknown> {
  if (isRecord(before) && isRecord(mine) && isRecord(now)) {
    const inner = Object.keys(now).map((name) =>
      conflicts(before[name], mine[name], now[name], path ? `${path}.${name}` : name),
    );
    return Object.assign({}, ...inner) as Record<string, unknown>;
  }
  const isEditedByBoth = !isSame(mine, before) && !isSame(now, before) && !isSame(mine, now);
  return isEditedByBoth ? { [path]: now } : {};
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
