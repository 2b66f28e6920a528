import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { BAR_COLOR, lineColor, LINE_COLORS } from './line-color.ts';

const patternfly = dirname(createRequire(import.meta.url).resolve('@patternfly/react-core/package.json'));
const tokens = readFileSync(join(patternfly, 'dist/styles/base.css'), 'utf8');
const charts = readFileSync(new URL('./charts.css', import.meta.url), 'utf8');

const BAR = '--pf-v6-chart-theme--blue--ColorScale--100';
const BACKGROUND = '--pf-t--global--background--color--primary--default';

it('bars are drawn with the variable that charts.css sets', () => {
  expect(BAR_COLOR).toBe(`var(${BAR})`);
  expect(charts).toContain(`${BAR}: `);
});

const lines = Array.from({ length: LINE_COLORS }, (_, index) => lineColor(index).slice('var('.length, -1));
const themes = ['light', 'dark'] as const;

it.each(themes.flatMap((theme) => [BAR, ...lines].map((colour) => [colour, theme] as const)))(
  '%s stands out from a card by 3 to 1 in the %s theme',
  (colour, theme) => {
    const variables = variablesOf(theme);
    const [mark = 0, card = 0] = [colour, BACKGROUND].map((name) => luminance(resolve(variables, name)));
    expect((Math.max(mark, card) + 0.05) / (Math.min(mark, card) + 0.05)).toBeGreaterThanOrEqual(3);
  },
);

it.each(themes)('no two lines have one colour in the %s theme', (theme) => {
  const colours = lines.map((name) => resolve(variablesOf(theme), name));
  expect(new Set(colours).size).toBe(LINE_COLORS);
});

function variablesOf(theme: 'light' | 'dark'): Record<string, string> {
  const sheets = [tokens, charts];
  const selectors = theme === 'dark' ? [':root', ':root:where(.pf-v6-theme-dark)'] : [':root'];
  return Object.assign(
    {},
    ...sheets.flatMap((css) => selectors.map((of) => declarations(css, of))),
  ) as Record<string, string>;
}

/** The custom properties of all rules with exactly this selector. */
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

function resolve(variables: Record<string, string>, name: string): string {
  const value = variables[name] ?? '';
  const next = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return next === undefined ? value : resolve(variables, next);
}

/** Relative luminance of `#rrggbb`, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
