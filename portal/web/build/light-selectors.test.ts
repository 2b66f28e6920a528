import { expect, it } from '@jest/globals';
import { withLightSelectors } from './light-selectors.ts';

it('replaces a sibling selector by one of the same specificity', () => {
  expect(withLightSelectors('.pf-v6-c-alert-group > * + * { margin: 0 }')).toBe(
    '.pf-v6-c-alert-group > :where(:not(:first-child)) { margin: 0 }',
  );
});

it('names the menu button class before the general button class', () => {
  expect(withLightSelectors('.pf-v6-c-button.pf-m-hamburger:hover { color: red }')).toBe(
    '.pf-m-hamburger.pf-v6-c-button:hover { color: red }',
  );
});

it('leaves other selectors unchanged', () => {
  const css = '.pf-v6-c-button.pf-m-plain + .pf-v6-c-button { color: red }';
  expect(withLightSelectors(css)).toBe(css);
});
