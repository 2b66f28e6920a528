/** Changes of an object for the audit log. Pure. */

/** A field before and after; null if absent. */
interface ChangedField {
  readonly from: unknown;
  readonly to: unknown;
}

/** Maximum characters per value, to keep entries small: audit entries are never removed. */
const LONGEST = 300;
/** Characters of a long text kept before the first difference, to identify the place. */
const CONTEXT = 20;

/** Returns the changed fields, such as `resources.cpu`, before and after. A list is one field; long values are truncated. */
export function changesOf(
  before: object,
  after: object,
  fields: readonly string[],
): Readonly<Record<string, ChangedField>> {
  const [from, to] = [leavesOf(only(before, fields)), leavesOf(only(after, fields))];
  const paths = [...new Set([...from.keys(), ...to.keys()])];
  const changes = paths.map((path) => [path, from.get(path) ?? null, to.get(path) ?? null] as const);
  return Object.fromEntries(
    changes
      .filter(([, a, b]) => JSON.stringify(a) !== JSON.stringify(b))
      .map(([path, a, b]) => [path, shortened(a, b)]),
  );
}

function only(object: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([field]) => fields.includes(field)));
}

/** Returns all values except objects, by path. */
function leavesOf(object: object, prefix = ''): Map<string, unknown> {
  const leaves = Object.entries(object).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    const path = prefix + name;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? [...leavesOf(value, `${path}.`)] : [[path, value]];
  });
  return new Map(leaves);
}

/** Returns short values unchanged, long ones truncated around the first difference. */
function shortened(from: unknown, to: unknown): ChangedField {
  const texts = [from, to].map(textOf);
  const [a = '', b = ''] = texts;
  if (texts.every(({ length }) => length <= LONGEST)) return { from, to };
  const start = Math.max(0, firstDifference(a, b) - CONTEXT);
  return { from: cut(a, start), to: cut(b, start) };
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function firstDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) if (a[at] !== b[at]) return at;
  return shorter;
}

function cut(text: string, start: number): string | null {
  if (text === '') return null;
  const end = start + LONGEST;
  const kept = text.slice(start, end).toWellFormed();
  return `${start > 0 ? '…' : ''}${kept}${text.length > end ? '…' : ''}`;
}
