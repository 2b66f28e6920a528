import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBrowserBuild } from './browser-build.ts';

/** What gains by it; fonts are compressed already. */
const compressible = /^assets\/.*\.(js|css|svg|json)$/;

const best = {
  br: promisify(brotliCompress),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes a `.br` and a `.gz` beside each asset, as small as can be: the server gives these out. */
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
