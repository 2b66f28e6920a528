/** What a User-Agent header says of a browser and its system. */

/** The first that matches; the later ones name themselves after the earlier. */
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

/** `Chrome · Windows`; one of the two where only that is known, undefined where neither is. */
export function browserName(userAgent: string): string | undefined {
  const names = [browsers, systems].map(
    (patterns: readonly Pattern[]) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return names.filter(Boolean).join(' · ') || undefined;
}
