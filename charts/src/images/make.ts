import { mkdirSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseEnv, basePackages } from './base.ts';
import { buildImage, type Image } from './build.ts';
import type { Content } from './oci/layer.ts';
import { timestamp, writeArchive, type RunConfig } from './oci/layout.ts';
import { bundledPackages } from './packages.ts';
import { makeSbom, type Component } from './sbom.ts';
import type { Source } from './source.ts';

export const imageNames = ['operator', 'portal'] as const;
export type ImageName = (typeof imageNames)[number];

export interface Folders {
  /** The folder from `layOutBase`. */
  base: string;
  /** An empty folder to work in. */
  scratch: string;
  /** The folder for the resulting files. */
  output: string;
}

/** Returns the paths of an image's files in the output folder. */
export function filesOf(name: ImageName, version: string, output: string): { archive: string; sbom: string } {
  const path = join(output, `gpulease-${name}-${version}`);
  return { archive: `${path}.oci.tar`, sbom: `${path}.cdx.json` };
}

/** Builds an image's Dockerfile, and writes its archive and its bill of materials. */
export async function makeImage(name: ImageName, source: Source, folders: Folders): Promise<void> {
  const { scratch, output, base } = folders;
  const { version, time } = source;
  const stages = newFolder(scratch, 'stages');
  const file = `${name}/Dockerfile`;
  const image = await buildImage({ context: source.folder, file, scratch: stages });
  const { archive, sbom } = filesOf(name, version, output);
  const reference = `${source.registry}/gpulease-${name}:${version}`;
  const layers = await layersOf(image, base, time);
  const run = runConfig(image, source);
  const made = { reference, layers, run, time, architecture: architecture() };
  await writeArchive(made, join(scratch, 'layout'), archive);
  const workspaces = workspacesOf(readFileSync(join(source.folder, file), 'utf8'));
  const others = [...bundledPackages(image), ...systemComponents()];
  const subject = { folder: source.folder, version, time, name: `gpulease-${name}`, workspaces, others };
  await writeFile(sbom, await makeSbom(subject, newFolder(scratch, 'sbom')));
}

/** Creates an empty folder in another. */
export function newFolder(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path);
  return path;
}

/** Layers that rarely change are lower and have a fixed time, so that an upgrade does not download them again. */
async function layersOf({ root }: Image, base: string, time: number): Promise<Record<string, Content>> {
  const packages = ['app/node_modules'];
  return {
    'Debian 12': { root: base, paths: (await readdir(base)).sort(), time: 0 },
    'Node.js': { root, paths: ['usr'], time: 0 },
    packages: { root, paths: packages, time: 0 },
    application: { root, paths: ['app'], except: packages, time },
  };
}

function runConfig(image: Image, { version, revision, url, time }: Source): RunConfig {
  const label = (name: string) => `org.opencontainers.image.${name}`;
  return {
    User: image.user,
    Env: Object.entries({ ...baseEnv, ...image.env }).map(([name, value]) => `${name}=${value}`),
    Entrypoint: image.entrypoint,
    Cmd: image.command,
    WorkingDir: image.workdir,
    Labels: {
      ...image.labels,
      [label('version')]: version,
      [label('revision')]: revision,
      [label('source')]: url,
      [label('created')]: timestamp(time),
    },
  };
}

/** Returns this machine's architecture as Go, and therefore OCI, names it. */
function architecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch;
}

function workspacesOf(dockerfile: string): string[] {
  return [...new Set([...dockerfile.matchAll(/--workspace (\S+)/g)].map(([, name = '']) => name))];
}

function systemComponents(): Component[] {
  const node = process.versions.node;
  const debian = Object.entries(basePackages()).map(([name, version]) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?distro=debian-12`,
  }));
  return [{ type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}` }, ...debian];
}
