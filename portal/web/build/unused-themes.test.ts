import { expect, it } from '@jest/globals';
import { withoutUnusedThemes } from './unused-themes.ts';

it('leaves out the tokens of themes that are not used, and nothing else', () => {
  const light = ':root { --color: white; }';
  const dark = ':root:where(.pf-v6-theme-dark) { --color: black; }';
  const css = [
    light,
    ':root:where(.pf-v6-theme-felt) { --color: grey; }',
    dark,
    ':root:where(.pf-v6-theme-dark.pf-v6-theme-high-contrast) {\n  --color: yellow;\n}',
  ];
  expect(withoutUnusedThemes(css.join('')).trim()).toBe(light + dark);
});
