import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { overBudget, type Chunk } from './budgets.ts';

/** Refuses a build in which a part of the application is larger than its budget. */
export function checkBudgets(): Plugin {
  let root = '';
  return {
    name: 'check-budgets',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
    },
    writeBundle(_, bundle) {
      const problems = overBudget(chunksOf(bundle, root));
      if (problems.length > 0) this.error(`The build is over its budget:\n${problems.join('\n')}`);
    },
  };
}

function chunksOf(bundle: Rolldown.OutputBundle, root: string): Chunk[] {
  const size = (file: string) => {
    const output = bundle[file];
    return output ? gzipSync(output.type === 'asset' ? output.source : output.code).length : 0;
  };
  return Object.values(bundle).flatMap((output) => {
    if (output.type !== 'chunk') return [];
    const sheets = [...(output.viteMetadata?.importedCss ?? [])];
    return {
      file: output.fileName,
      source: output.facadeModuleId ? relative(root, output.facadeModuleId) : undefined,
      js: size(output.fileName),
      imports: output.imports,
      css: sheets.map((file) => ({ file, size: size(file) })),
    };
  });
}
