/** Fills values into sentences. Pure. */

/** A sentence with the names of its values in braces, and those names. */
export type Template<Name extends string> = readonly [needs: readonly Name[], text: string];

/** The filled sentence; undefined if a value is missing. */
export function fill<Name extends string>(
  [needs, text]: Template<Name>,
  values: Readonly<Partial<Record<Name, string | undefined>>>,
): string | undefined {
  if (needs.some((name) => !values[name])) return undefined;
  return needs.reduce((said, name) => said.replace(`{${name}}`, () => values[name] ?? ''), text);
}
