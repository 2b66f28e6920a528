import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const themes = ['light', 'dark'] as const;
type ThemeName = (typeof themes)[number];

const patternfly = dirname(createRequire(import.meta.url).resolve('@patternfly/react-core/package.json'));
const baseSheets = [
  join(patternfly, 'dist/styles/base.css'),
  new URL('../ui/theme.css', import.meta.url),
  new URL('../ui/charts/charts.css', import.meta.url),
].map((path) => readFileSync(path, 'utf8'));

const selectors = { light: [':root'], dark: [':root', ':root:where(.pf-v6-theme-dark)'] } as const;

const valuesByTheme = {
  light: valuesIn('light'),
  dark: valuesIn('dark'),
};

/** Returns the colour of a token in a theme, as `#rrggbb`, from PatternFly's stylesheet and ours. */
export function colorOf(token: string, theme: ThemeName): string {
  const value = valuesByTheme[theme][token] ?? '';
  const next = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return next === undefined ? value : colorOf(next, theme);
}

/** Returns the contrast of two tokens in a theme, from 1 to 21, as defined by WCAG. */
export function contrastOf(one: string, other: string, theme: ThemeName): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((token) => luminance(colorOf(token, theme)))
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** All rules have the same specificity, so the last value of a token wins. */
function valuesIn(theme: ThemeName): Record<string, string> {
  return Object.assign(
    {},
    ...baseSheets.flatMap((css) => selectors[theme].map((of) => declarations(css, of))),
  ) as Record<string, string>;
}

/** Returns the custom properties of all rules with exactly this selector. */
function declarations(css: string, selector: string): Record<string, string> {
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(
    ([, of = '']) => of.replace(/\/\*.*?\*\//gs, '').trim() === selector,
  );
  return Object.fromEntries(
    rules.flatMap(([, , body = '']) =>
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
    ),
  );
}

/** Returns the relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
