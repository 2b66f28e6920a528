/** Reads the lists of reasons from their source, because only the comments hold the meanings. Pure. */

export interface Reason {
  readonly name: string;
  readonly meaning: string;
}

export interface ReasonList {
  /** Describes what the reasons have in common. */
  readonly title: string;
  readonly reasons: readonly Reason[];
}

/** Returns the lists in a source file of crds, divided by `//` comments. */
export function reasonLists(source: string): ReasonList[] {
  const objects = source.matchAll(
    /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n+export const \w+ = \{\n(?<body>[^]*?)\n\} as const;/g,
  );
  return [...objects].flatMap(({ groups: { comment = '', body = '' } = {} }) =>
    divided(oneLine(comment), body),
  );
}

function divided(title: string, body: string): ReasonList[] {
  const [first = '', ...rest] = body.split(/^ {2}\/\/ /m);
  const parts = rest.map((part) => {
    const end = part.indexOf('\n');
    return { title: part.slice(0, end), reasons: reasonsIn(part.slice(end)) };
  });
  return [{ title, reasons: reasonsIn(first) }, ...parts].filter(({ reasons }) => reasons.length > 0);
}

function reasonsIn(part: string): Reason[] {
  const entries = part.matchAll(/(?:\/\*\* (?<meaning>.*) \*\/\n)? {2}\w+: '(?<name>\w+)',/g);
  return [...entries].map(({ groups: { meaning = '', name = '' } = {} }) => ({ name, meaning }));
}

const oneLine = (comment: string): string => comment.replace(/\s*\n \* ?/g, ' ').trim();
