import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

/** A file of the build and what has to be there before it runs. Sizes are bytes of gzip. */
export interface Chunk {
  readonly file: string;
  /** The module that it begins with, such as `src/app/shell.tsx`; absent for code that several parts share. */
  readonly source: string | undefined;
  readonly js: number;
  readonly imports: readonly string[];
  /** The stylesheets that it brings. */
  readonly css: readonly { readonly file: string; readonly size: number }[];
}

/** The chunks of a build, whose sources are told from the folder `root`. */
export function chunksOf(bundle: Rolldown.OutputBundle, root: string): Chunk[] {
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

/** All chunks that have to be loaded for some of them. */
export function reachIn(chunks: readonly Chunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  return (from: readonly Chunk[]): readonly Chunk[] => {
    const found = new Set(from);
    // A set also visits what is added to it on the way.
    for (const { imports } of found) {
      for (const chunk of imports.flatMap((file) => byFile.get(file) ?? [])) found.add(chunk);
    }
    return [...found];
  };
}
