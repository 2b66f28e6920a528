import { expect, it } from '@jest/globals';
import { colorOf, contrastOf, themes } from '../testing/theme-tokens.ts';

const token = (name: string) => `--pf-t--global--${name}`;

const grounds = ['primary--default', 'secondary--default', 'floating--default'].map((ground) =>
  token(`background--color--${ground}`),
);
const texts = [
  'text--color--regular',
  'text--color--subtle',
  'text--color--link--default',
  'text--color--link--hover',
  'text--color--brand--default',
].map(token);
const graphics = ['color--brand--default', 'icon--color--brand--default', 'focus-ring--color--default'].map(
  token,
);

const on = (fronts: readonly string[]) =>
  themes.flatMap((theme) =>
    fronts.flatMap((front) => grounds.map((ground) => [front, ground, theme] as const)),
  );

it.each(on(texts))('%s is readable on %s in the %s theme', (text, ground, theme) => {
  expect(contrastOf(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
});

it.each(on(graphics))('%s stands out from %s in the %s theme', (mark, ground, theme) => {
  expect(contrastOf(mark, ground, theme)).toBeGreaterThanOrEqual(3);
});

it.each(themes)('text on the brand color is readable in the %s theme', (theme) => {
  for (const state of ['default', 'hover', 'clicked']) {
    const ground = token(`color--brand--${state}`);
    const text = token(`text--color--on-brand--${state}`);
    expect(contrastOf(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
    const subtleGround = token(`color--brand--subtle--${state}`);
    const subtleText = token(`text--color--on-brand--subtle--${state}`);
    expect(contrastOf(subtleText, subtleGround, theme)).toBeGreaterThanOrEqual(4.5);
  }
});

it('the brand color differs from all status colors', () => {
  for (const theme of themes) {
    const states = ['success', 'info', 'warning', 'danger', 'custom'].map((state) =>
      colorOf(token(`color--status--${state}--default`), theme),
    );
    expect(states).not.toContain(colorOf(token('color--brand--default'), theme));
  }
});
