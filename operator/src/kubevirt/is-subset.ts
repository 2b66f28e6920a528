import { isDeepStrictEqual } from 'node:util';

/** Maps in which an added entry changes the meaning, and which the API server replaces as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['selector', 'podSelector']);

/**
 * Returns whether `wanted` is a subset of `actual`. Fields added by the API server or other writers are ignored,
 * except in selectors. Lists must have the same length, because a list that we own may not hold foreign entries. An
 * empty list may be missing: some webhooks drop it.
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
