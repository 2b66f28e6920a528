type Fields = Readonly<Record<string, unknown>>;

/** What KubeVirt's webhook adds to every machine, and what stays with it. */
const KUBEVIRTS: ReadonlySet<string> = new Set(['firmware', 'machine']);

/**
 * The merge patch that takes back the fields which others have added to `actual`; undefined when there are none. Lists are
 * not looked into: they are ours as a whole.
 */
export function takeBack(wanted: object, actual: object): object | undefined {
  const ours = wanted as Fields;
  const changes = Object.entries(actual).flatMap(([key, value]): [string, object | null][] => {
    if (KUBEVIRTS.has(key)) return [];
    if (ours[key] === undefined) return [[key, null]];
    const change = isMap(ours[key]) && isMap(value) ? takeBack(ours[key], value) : undefined;
    return change === undefined ? [] : [[key, change]];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
