import type { Plugin } from 'vite';
import { chunksOf } from './chunks.ts';
import { pagesWithPreloads } from './preloads.ts';

/** Adds `pages/<page>.html` for the pages that people open first. */
export function preloadPages(): Plugin {
  let root = '';
  return {
    name: 'preload-pages',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') this.error('The build has no index.html');
        const pages = pagesWithPreloads(String(index.source), chunksOf(bundle, root));
        for (const [page, source] of Object.entries(pages))
          this.emitFile({ type: 'asset', fileName: `pages/${page}.html`, source });
      },
    },
  };
}
