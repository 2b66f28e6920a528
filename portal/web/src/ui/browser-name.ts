/** Names the browser and operating system of a User-Agent header. */

/** The first match counts, because some browsers include the names of others. */
const browsers = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Version\/.*Safari\//],
] as const;

const systems = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const;

type Pattern = readonly [name: string, pattern: RegExp];

/** `Chrome · Windows`, or the part of it that is known; undefined if neither is. */
export function browserName(userAgent: string): string | undefined {
  const names = [browsers, systems].map(
    (patterns: readonly Pattern[]) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return names.filter(Boolean).join(' · ') || undefined;
}
