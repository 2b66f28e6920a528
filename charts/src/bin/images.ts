/** `make images`: builds both images of the checked-out commit as OCI archives in dist/, without Docker. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutBase } from '../images/base.ts';
import { filesOf, imageNames, makeImage, newFolder, type ImageName } from '../images/make.ts';
import type { RunConfig } from '../images/oci/layout.ts';
import { faultsOf, readArchive, unpackLayers, type ReadImage } from '../images/oci/check.ts';
import { installedPackages } from '../images/packages.ts';
import type { Sbom } from '../images/sbom.ts';
import { exportCommit, uncommittedFiles, type Source } from '../images/source.ts';
import { inScratch } from './in-scratch.ts';

const output = join(import.meta.dirname, '../../../dist');

/** The programs of each image. */
const programs: Record<ImageName, readonly string[]> = {
  operator: ['operator/src/main.ts'],
  portal: ['main', 'worker', 'migrate'].map((name) => `portal/bff/src/${name}.ts`),
};

/** Makes the folder a read-only root file system and runs the command in it. */
const confine = `
set -eu
mount --bind "$TRY_ROOT" "$TRY_ROOT"
mount -t proc proc "$TRY_ROOT/proc"
mount -o remount,bind,ro "$TRY_ROOT"
root="$TRY_ROOT"; as="$TRY_AS"; unset TRY_ROOT TRY_AS
exec chroot $as "$root" "$@"
`;

await inScratch(makeAll);

async function makeAll(scratch: string): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('make images requires Linux; on other systems, build with Docker.');
  const uncommitted = uncommittedFiles();
  if (uncommitted.length > 0) console.log(`Uncommitted, so not in the images:\n${uncommitted.join('\n')}`);
  const source = exportCommit(join(scratch, 'commit'));
  const base = join(scratch, 'base');
  layOutBase(base, newFolder(scratch, 'packages'));
  mkdirSync(output, { recursive: true });
  for (const name of imageNames) {
    const made = newFolder(scratch, name);
    await makeImage(name, source, {
      base,
      scratch: newFolder(made, 'work'),
      output: newFolder(made, 'output'),
    });
    const { digest, bytes } = check(name, source, made);
    cpSync(join(made, 'output'), output, { recursive: true });
    const { archive, sbom } = filesOf(name, source.version, output);
    console.log(`${archive}\n  ${digest}, ${(bytes / 1_000_000).toFixed(1)} MB compressed; ${sbom}`);
  }
}

/** Reads the archive back and runs its programs. Throws on any fault. */
function check(name: ImageName, { version }: Source, made: string): ReadImage {
  const { archive, sbom } = filesOf(name, version, join(made, 'output'));
  const [layout, root] = [newFolder(made, 'layout'), newFolder(made, 'root')];
  const image = readArchive(archive, layout);
  unpackLayers(image, layout, root);
  const faults = [...faultsOf(image), ...unlisted(root, sbom)];
  if (faults.length > 0) throw new Error(`The image of the ${name} is not usable: ${faults.join('; ')}`);
  const { config } = image.config;
  for (const program of programs[name])
    tryOut(root, config, [join(config.WorkingDir, program), '--settings']);
  return image;
}

/** Returns a fault for each package missing from the bill of materials. */
function unlisted(root: string, sbom: string): string[] {
  const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as Sbom;
  const listed = new Set(components.map(({ purl }) => purl));
  const missing = installedPackages(join(root, 'app')).filter((purl) => !listed.has(purl));
  return missing.map((purl) => `its bill of materials lacks ${purl}`);
}

/** Runs a program of an unpacked image with only the image's files, as its user if permitted. Throws when it fails. */
function tryOut(root: string, run: RunConfig, args: readonly string[]): string {
  const isRoot = process.getuid?.() === 0;
  const own = isRoot ? [] : ['--user', '--map-root-user'];
  const as = isRoot ? `--userspec=${run.User}` : '';
  const env = Object.fromEntries(run.Env.map((pair) => pair.split(/=(.*)/s))) as Record<string, string>;
  const shell = ['sh', '-c', confine, 'sh', ...run.Entrypoint, ...args];
  return execFileSync('unshare', [...own, '--mount', '--pid', '--fork', '--kill-child', ...shell], {
    encoding: 'utf8',
    env: { ...env, TRY_ROOT: root, TRY_AS: as },
  });
}
