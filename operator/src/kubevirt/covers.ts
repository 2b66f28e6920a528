import { isDeepStrictEqual } from 'node:util';

/** Maps in which what others add changes the meaning, and which the API server replaces as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['selector', 'podSelector']);

/**
 * Whether `actual` already says all that `wanted` says. What the API server or other writers added does not count, save
 * in selectors; lists must be equally long, because a list we own may not hold what we did not ask for.
 */
export function covers(actual: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (Array.isArray(wanted)) return coversList(actual, wanted);
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return false;
  const fields = actual as Record<string, unknown>;
  return Object.entries(wanted).every(([key, value]) =>
    WHOLE.has(key) ? isDeepStrictEqual(fields[key], value) : covers(fields[key], value),
  );
}

function coversList(actual: unknown, wanted: unknown[]): boolean {
  if (!Array.isArray(actual) || actual.length !== wanted.length) return false;
  return wanted.every((value, index) => covers(actual[index], value));
}
