/** The packages of npm in an image: those that lie in it, and those whose code the web application has bundled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './build.ts';
import type { Component } from './sbom.ts';

/** Of package.json, and of what Vite writes of each package that it bundles. */
interface Package {
  name: string;
  version: string;
}

interface Bundled extends Package {
  /** Of its license, in SPDX' words. */
  identifier?: string;
}

/** What Vite says is in the pages and in the program that renders them; nothing for an image without the web application. */
export function bundledPackages({ root, env }: Pick<Image, 'root' | 'env'>): Component[] {
  if (env.WEB_DIST === undefined) return [];
  const dist = join(root, env.WEB_DIST);
  return [dist, join(dist, 'server')]
    .flatMap((folder) => readJson(join(folder, '.vite/licenses.json')) as Bundled[])
    .map(({ name, version, identifier }) => ({
      type: 'library',
      name,
      version,
      purl: purlOf({ name, version }),
      ...(identifier === undefined ? {} : { licenses: [{ expression: identifier }] }),
    }));
}

/** The purls of what is installed in `folder`. */
export function installedPackages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => purlOf(readJson(join(folder, path)) as Package));
}

/** As npm writes it. */
function purlOf({ name, version }: Package): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
