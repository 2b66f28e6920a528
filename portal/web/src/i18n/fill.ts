/** Sentences that are filled in with values. Pure. */

/** The values that a sentence needs, and the sentence with their names in braces. */
export type Template<Name extends string> = readonly [needs: readonly Name[], text: string];

/** The sentence; undefined where a value is not known. */
export function fill<Name extends string>(
  [needs, text]: Template<Name>,
  values: Readonly<Partial<Record<Name, string | undefined>>>,
): string | undefined {
  if (needs.some((name) => !values[name])) return undefined;
  return needs.reduce((said, name) => said.replace(`{${name}}`, () => values[name] ?? ''), text);
}
