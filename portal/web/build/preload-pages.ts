import type { Plugin } from 'vite';
import { afterBrowserBuild } from './browser-build.ts';
import { chunksOf } from './chunks.ts';
import { withPreloads } from './preloads.ts';

/** Adds `pages/<page>.html` for the pages that people open first. */
export function preloadPages(): Plugin {
  let root = '';
  return {
    name: 'preload-pages',
    ...afterBrowserBuild,
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') this.error('The build has no index.html');
        const html = withPreloads(String(index.source), chunksOf(bundle, root));
        index.source = html.index;
        for (const [page, source] of Object.entries(html.pages))
          this.emitFile({ type: 'asset', fileName: `pages/${page}.html`, source });
      },
    },
  };
}
