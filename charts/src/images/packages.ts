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

/** What the builds say is in the pages, in the program that renders them and in the documents; nothing for an image without them. */
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
