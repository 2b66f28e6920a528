/** Removes `null` values. Cleared inputs hold null, because for undefined react-hook-form would restore the default. */
export function present<T>(values: T): T {
  if (Array.isArray(values)) return values.map((item: unknown) => present(item)) as T;
  if (typeof values !== 'object' || values === null) return values;
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, present(value as unknown)])) as T;
}
