import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { overBudget } from './budgets.ts';
import { chunksOf } from './chunks.ts';
import { withPreloads } from './preloads.ts';

/** Limits a plugin to the browser build; the server-rendering program is built separately. */
const afterBrowserBuild = {
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  enforce: 'post',
} as const satisfies Partial<Plugin>;

/** Adds `pages/<page>.html` for the pages that visitors open first. */
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

/** Fails the build if any part of the application exceeds its size budget. */
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

/** Fonts are compressed already. */
const compressible = /^assets\/.*\.(js|css|svg|json)$/;

const best = {
  br: promisify(brotliCompress),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes a `.br` and a `.gz` beside each asset, at maximum compression, for the server to send. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    ...afterBrowserBuild,
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => compressible.test(file));
      await Promise.all(files.map((file) => compressBeside(join(dir, file))));
    },
  };
}

async function compressBeside(path: string): Promise<void> {
  const content = await readFile(path);
  await Promise.all(
    Object.entries(best).map(async ([suffix, compress]) =>
      writeFile(`${path}.${suffix}`, await compress(content)),
    ),
  );
}
