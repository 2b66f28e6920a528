import type { Plugin } from 'vitepress';
import { templatesIn } from './templates.ts';

/** Fails the build if a page contains a Vue template. */
export function strict(): Plugin {
  return {
    name: 'strict',
    enforce: 'pre',
    transform(page, id) {
      const [first] = id.endsWith('.md') ? templatesIn(page) : [];
      if (first !== undefined)
        this.error(
          `${id}:${first}\nVue would fill this in. Write it in a block of code, or as <code v-pre>.`,
        );
    },
  };
}
