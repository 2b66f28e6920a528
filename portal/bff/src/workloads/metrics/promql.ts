/** Pieces of PromQL. Pure. */

/** The labels that have a value, as a selector, and more conditions. */
export function withLabels(labels: Readonly<Record<string, string | undefined>>, ...more: string[]): string {
  const given = Object.entries(labels).flatMap(([label, value]) =>
    value === undefined ? [] : `${label}=${quoted(value)}`,
  );
  return `{${[...given, ...more].join(',')}}`;
}

/** A string of PromQL, whose escapes are those of JSON here. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
