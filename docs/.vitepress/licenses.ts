import { readFileSync } from 'node:fs';
import type { Plugin } from 'vitepress';

const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Writes the bundled packages for the image's bill of materials, as Vite does since version 8. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => packageFolder.exec(id)?.[0] ?? []));
      const source = JSON.stringify([...folders].sort().map(packageIn), undefined, 2);
      this.emitFile({ type: 'asset', fileName: '.vite/licenses.json', source });
    },
  };
}

function packageIn(folder: string): object {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  return { name, version, identifier: license };
}
