import { expect, it } from '@jest/globals';
import { withLightSelectors } from './light-selectors.ts';

it('names what follows another child without a sibling, at the same weight', () => {
  expect(withLightSelectors('.pf-v6-c-alert-group > * + * { margin: 0 }')).toBe(
    '.pf-v6-c-alert-group > :where(:not(:first-child)) { margin: 0 }',
  );
});

it('names the button of the menu before buttons at large', () => {
  expect(withLightSelectors('.pf-v6-c-button.pf-m-hamburger:hover { color: red }')).toBe(
    '.pf-m-hamburger.pf-v6-c-button:hover { color: red }',
  );
});

it('leaves other selectors as they are', () => {
  const css = '.pf-v6-c-button.pf-m-plain + .pf-v6-c-button { color: red }';
  expect(withLightSelectors(css)).toBe(css);
});
