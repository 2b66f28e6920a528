import type { Plugin } from 'vite';

/** The tokens of PatternFly's themes that nothing here switches on: half of its base styles. */
const unusedThemes = /:root:where\([^)]*\.pf-v6-theme-(?:felt|glass|high-contrast)\b[^)]*\)\s*\{[^{}]*\}/g;

/** The stylesheet without the tokens of themes that are not used. */
export function withoutUnusedThemes(css: string): string {
  return css.replaceAll(unusedThemes, '');
}

/** Leaves the themes that are not used out of PatternFly's base styles. */
export function dropUnusedThemes(): Plugin {
  return {
    name: 'drop-unused-themes',
    enforce: 'pre',
    transform: {
      filter: { id: /react-core\/dist\/styles\/base\.css$/ },
      handler: (css) => ({ code: withoutUnusedThemes(css), map: null }),
    },
  };
}
