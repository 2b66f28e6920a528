/** Pieces of PromQL. Pure. */

/** Returns a selector of the labels that have a value, and of more conditions. */
export function withLabels(labels: Readonly<Record<string, string | undefined>>, ...more: string[]): string {
  const given = Object.entries(labels).flatMap(([label, value]) =>
    value === undefined ? [] : `${label}=${quoted(value)}`,
  );
  return `{${[...given, ...more].join(',')}}`;
}

/** Quotes a string for PromQL, whose escapes are the same as in JSON here. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
