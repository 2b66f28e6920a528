/** Names the browser and operating system of a User-Agent header. */

type Pattern = readonly [name: string, pattern: RegExp];

/** The first match wins, because some browsers include the names of others. */
const browsers: readonly Pattern[] = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Version\/.*Safari\//],
];

const systems: readonly Pattern[] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
];

/** Returns `Chrome · Windows`, or its known part; undefined if neither is known. */
export function browserName(userAgent: string): string | undefined {
  const names = [browsers, systems].map(
    (patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return names.filter(Boolean).join(' · ') || undefined;
}
