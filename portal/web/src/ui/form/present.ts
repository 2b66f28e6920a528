/**
 * Removes `null` values. A cleared input holds null, because react-hook-form would show the default again for
 * undefined; the values that are checked and sent do not contain it.
 */
export function present<T>(values: T): T {
  if (Array.isArray(values)) return values.map((item: unknown) => present(item)) as T;
  if (typeof values !== 'object' || values === null) return values;
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, present(value as unknown)])) as T;
}
