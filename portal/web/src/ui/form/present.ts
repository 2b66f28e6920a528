/**
 * Values without those that are `null`. An input that is emptied holds null, since react-hook-form shows the default
 * again for undefined; what is checked and sent has no such field.
 */
export function present<T>(values: T): T {
  if (Array.isArray(values)) return values.map((item: unknown) => present(item)) as T;
  if (typeof values !== 'object' || values === null) return values;
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, present(value as unknown)])) as T;
}
