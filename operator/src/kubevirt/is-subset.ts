import { isDeepStrictEqual } from 'node:util';

/** Maps in which what others add changes the meaning, and which the API server replaces as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['selector', 'podSelector']);

/**
 * Whether `wanted` is a subset of `actual`. What the API server or other writers added does not count, save
 * in selectors; lists must be equally long, because a list we own may not hold what we did not ask for. An empty list
 * may be left out: some webhooks drop it.
 */
export function isSubset(wanted: unknown, actual: unknown): boolean {
  if (wanted === undefined) return true;
  if (Array.isArray(wanted)) return isSubList(wanted, actual);
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return false;
  const fields = actual as Record<string, unknown>;
  return Object.entries(wanted).every(([key, value]) =>
    WHOLE.has(key) ? isDeepStrictEqual(fields[key], value) : isSubset(value, fields[key]),
  );
}

function isSubList(wanted: unknown[], actual: unknown): boolean {
  if (wanted.length === 0 && actual === undefined) return true;
  if (!Array.isArray(actual) || actual.length !== wanted.length) return false;
  return wanted.every((value, index) => isSubset(value, actual[index]));
}
