/** Replaces each name in braces with its value. Returns undefined if a value is missing. Pure. */
export function fill(
  sentence: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const names = sentence.match(/(?<=\{)\w+(?=\})/g) ?? [];
  if (names.some((name) => !values[name])) return undefined;
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
