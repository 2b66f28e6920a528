import type { Plugin } from 'vite';

/** For plugins that work on the files of browsers, once they are built, and not on the program that renders pages. */
export const afterBrowserBuild = {
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'post',
} as const satisfies Partial<Plugin>;
