import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { colorOf, contrastOf, themes } from '../../testing/theme-tokens.ts';
import { BAR_COLOR, lineColor, LINE_COLORS } from './line-color.ts';

const charts = readFileSync(new URL('./charts.css', import.meta.url), 'utf8');

const BAR = '--pf-v6-chart-theme--blue--ColorScale--100';
const BACKGROUND = '--pf-t--global--background--color--primary--default';

it('bars use the variable that charts.css sets', () => {
  expect(BAR_COLOR).toBe(`var(${BAR})`);
  expect(charts).toContain(`${BAR}: `);
});

const lines = Array.from({ length: LINE_COLORS }, (_, index) => lineColor(index).slice('var('.length, -1));

it.each(themes.flatMap((theme) => [BAR, ...lines].map((mark) => [mark, theme] as const)))(
  '%s has a contrast of at least 3:1 with a card in the %s theme',
  (mark, theme) => {
    expect(contrastOf(mark, BACKGROUND, theme)).toBeGreaterThanOrEqual(3);
  },
);

it.each(themes)('no two lines have the same color in the %s theme', (theme) => {
  expect(new Set(lines.map((line) => colorOf(line, theme))).size).toBe(LINE_COLORS);
});

it.each(themes)('bars and the first line have the brand color in the %s theme', (theme) => {
  const brand = colorOf('--pf-t--global--color--brand--default', theme);
  expect([BAR, lines[0] ?? ''].map((mark) => colorOf(mark, theme))).toEqual([brand, brand]);
});
