/** The npm packages in an image: installed ones, and ones bundled in the web application. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './build.ts';
import type { Component } from './sbom.ts';

/** Fields of package.json, and of Vite's entry for each bundled package. */
interface Package {
  name: string;
  version: string;
}

interface Bundled extends Package {
  /** The SPDX identifier of its license. */
  identifier?: string;
}

/** Returns the packages bundled in the pages, in their renderer and in the documents; none for an image without these. */
export function bundledPackages({ root, env }: Pick<Image, 'root' | 'env'>): Component[] {
  const { WEB_DIST: web, DOCS_DIST: documents } = env;
  const folders = [...(web === undefined ? [] : [web, join(web, 'server')]), documents ?? []].flat();
  return folders
    .map((folder) => join(root, folder))
    .flatMap((folder) => readJson(join(folder, '.vite/licenses.json')) as Bundled[])
    .map(({ name, version, identifier }) => ({
      type: 'library',
      name,
      version,
      purl: purlOf({ name, version }),
      ...(identifier === undefined ? {} : { licenses: [{ expression: identifier }] }),
    }));
}

/** Returns the purls of the packages installed in `folder`. */
export function installedPackages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => purlOf(readJson(join(folder, path)) as Package));
}

/** Formats a purl like npm. */
function purlOf({ name, version }: Package): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
