/** Image builds are reproducible: independent of user, place and time. Takes minutes, so it runs only with IMAGES_TWICE=1. */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { layOutBase } from './base.ts';
import { filesOf, imageNames, makeImage, type ImageName } from './make.ts';
import { readArchive, unpackLayers } from './oci/check.ts';
import { exportCommit } from './source.ts';

const isAsked = process.env.IMAGES_TWICE === '1';
const isDebian12 = isAsked && /^VERSION_CODENAME=bookworm$/m.test(readFileSync('/etc/os-release', 'utf8'));
const leftOut = isDebian12 ? '' : ` (left out: ${isAsked ? 'needs Debian 12' : 'IMAGES_TWICE is not 1'})`;
/** The timeout of one build. The portal's image includes the build of all pages and guides. */
const PATIENCE_MS = 1_800_000;

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'gpulease-twice-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

interface Built {
  digest: string;
  /** The bill of materials. */
  sbom: string;
  /** Mode, owner, time and content of each file, by its path in the image. */
  files: ReadonlyMap<string, string>;
}

interface Circumstances {
  place: string;
  umask: number;
  /** The modification time of all files of the commit. */
  changedAt: Date;
}

async function build(name: ImageName, { place, umask, changedAt }: Circumstances): Promise<Built> {
  const folder = (child: string): string => {
    const path = join(scratch, place, child);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const base = folder('base');
  layOutBase(base, folder('packages'));
  const usual = process.umask(umask);
  try {
    const source = exportCommit(folder('commit'));
    for (const path of pathsIn(source.folder)) lutimesSync(join(source.folder, path), changedAt, changedAt);
    const output = folder('output');
    await makeImage(name, source, { base, scratch: folder('work'), output });
    return read(filesOf(name, source.version, output), folder('read'), folder('root'));
  } finally {
    process.umask(usual);
  }
}

function read({ archive, sbom }: ReturnType<typeof filesOf>, layout: string, root: string): Built {
  const image = readArchive(archive, layout);
  unpackLayers(image, layout, root);
  const modes = image.entries.map(({ path, mode, owner }) => [path, `${mode} ${owner}`] as const);
  const contents = new Map(pathsIn(root).map((path) => [path, contentOf(join(root, path))]));
  const files = new Map(modes.map(([path, mode]) => [path, `${mode} ${contents.get(path) ?? 'nothing'}`]));
  return { digest: image.digest, sbom: readFileSync(sbom, 'utf8'), files };
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

function contentOf(path: string): string {
  const file = lstatSync(path);
  const changed = file.mtime.toISOString();
  if (file.isSymbolicLink()) return `${changed} link to ${readlinkSync(path)}`;
  if (!file.isFile()) return `${changed} folder`;
  return `${changed} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

/** Returns the files that differ, each with its description in both images. */
function differences({ files: one }: Built, { files: other }: Built): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  return paths
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => `${path}: ${one.get(path) ?? 'absent'}, then ${other.get(path) ?? 'absent'}`);
}

(isDebian12 ? describe : describe.skip)(`the same commit, built twice${leftOut}`, () => {
  it.each(imageNames)(
    'yields the same image of the %s at another place and time and with another umask',
    async (name) => {
      const one = await build(name, { place: 'one', umask: 0o022, changedAt: new Date() });
      const elsewhere = { place: 'another/much/longer/place', umask: 0o077, changedAt: new Date(0) };
      const other = await build(name, elsewhere);
      expect(differences(one, other)).toEqual([]);
      expect(other.sbom).toBe(one.sbom);
      expect(other.digest).toBe(one.digest);
      process.stdout.write(`Image ${name}: ${one.digest} twice, of ${one.files.size} files\n`);
    },
    2 * PATIENCE_MS,
  );
});
