import type { Plugin } from 'vite';

/**
 * PatternFly selectors that are slow on long pages, with equivalents of the same specificity. With `* + *`, adding or
 * removing an element restyles all its later siblings, such as the rest of a list. Of two classes, the browser indexes
 * invalidation by the first, and every row has buttons.
 */
const lighter = [
  ['> * + *', '> :where(:not(:first-child))'],
  ['.pf-v6-c-button.pf-m-hamburger', '.pf-m-hamburger.pf-v6-c-button'],
] as const;

export function withLightSelectors(css: string): string {
  return lighter.reduce((text, [heavy, light]) => text.replaceAll(heavy, light), css);
}

export function lightenSelectors(): Plugin {
  return {
    name: 'lighten-selectors',
    enforce: 'pre',
    transform: {
      filter: { id: /@patternfly\/.*\.css$/ },
      handler: (css) => ({ code: withLightSelectors(css), map: null }),
    },
  };
}
