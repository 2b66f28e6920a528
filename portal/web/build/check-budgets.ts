import type { Plugin } from 'vite';
import { afterBrowserBuild } from './browser-build.ts';
import { overBudget } from './budgets.ts';
import { chunksOf } from './chunks.ts';

/** Refuses a build in which a part of the application is larger than its budget. */
export function checkBudgets(): Plugin {
  let root = '';
  return {
    name: 'check-budgets',
    ...afterBrowserBuild,
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle(_, bundle) {
      const problems = overBudget(chunksOf(bundle, root));
      if (problems.length > 0) this.error(`The build is over its budget:\n${problems.join('\n')}`);
    },
  };
}
