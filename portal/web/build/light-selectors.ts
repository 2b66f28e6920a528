import type { Plugin } from 'vite';

/**
 * Selectors of PatternFly that cost the browser much on every change of a long page, and others that match the same with the
 * same weight. With `* + *` each element that comes or goes has all its later siblings styled again, such as the rest of a
 * list. Of two classes the browser remembers the first as what a change concerns, and every row has buttons.
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
