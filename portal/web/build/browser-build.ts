import type { Plugin } from 'vite';

/** For plugins that process the built browser files, not the program that renders pages on the server. */
export const afterBrowserBuild = {
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'post',
} as const satisfies Partial<Plugin>;
