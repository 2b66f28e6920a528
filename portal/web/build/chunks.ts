import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

/** A script of the build and its dependencies. Sizes are gzipped bytes. */
export interface Chunk {
  readonly file: string;
  /** The entry module, such as `src/app/shell.tsx`; undefined for code that several parts share. */
  readonly source: string | undefined;
  readonly js: number;
  readonly imports: readonly string[];
  /** Imported stylesheets. */
  readonly css: readonly { readonly file: string; readonly size: number }[];
}

/** Returns the chunks of a build, with sources relative to the folder `root`. */
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

/** Returns a function that lists the given chunks and everything they import, directly or not. */
export function reachIn(chunks: readonly Chunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  return (from: readonly Chunk[]): readonly Chunk[] => {
    const found = new Set(from);
    // Iterating over a set also visits elements added during the iteration.
    for (const { imports } of found) {
      for (const chunk of imports.flatMap((file) => byFile.get(file) ?? [])) found.add(chunk);
    }
    return [...found];
  };
}
