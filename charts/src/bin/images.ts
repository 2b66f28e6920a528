/** `make images`: both images of the checked out commit as OCI archives in dist/, without Docker. */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutBase } from '../images/base.ts';
import { filesOf, imageNames, makeImage, type ImageName } from '../images/make.ts';
import { faultsOf, readArchive, unpackLayers, type ReadImage } from '../images/oci/check.ts';
import { installedPackages } from '../images/packages.ts';
import type { Sbom } from '../images/sbom.ts';
import { exportCommit, uncommittedFiles, type Source } from '../images/source.ts';
import { tryOut } from '../images/try-out.ts';
import { folder, inScratch } from './in-scratch.ts';

const output = join(import.meta.dirname, '../../../dist');

/** What is in each image to be run. */
const programs: Record<ImageName, readonly string[]> = {
  operator: ['operator/src/main.ts'],
  portal: ['main', 'worker', 'migrate'].map((name) => `portal/bff/src/${name}.ts`),
};

await inScratch(makeAll);

async function makeAll(scratch: string): Promise<void> {
  if (process.platform !== 'linux') throw new Error('make images needs Linux; elsewhere build with Docker.');
  const uncommitted = uncommittedFiles();
  if (uncommitted.length > 0) console.log(`Not committed, so not in the images:\n${uncommitted.join('\n')}`);
  const source = exportCommit(join(scratch, 'commit'));
  const base = join(scratch, 'base');
  layOutBase(base, folder(scratch, 'packages'));
  mkdirSync(output, { recursive: true });
  for (const name of imageNames) {
    const made = folder(scratch, name);
    await makeImage(name, source, { base, scratch: folder(made, 'work'), output: folder(made, 'output') });
    const { digest, bytes } = check(name, source, made);
    cpSync(join(made, 'output'), output, { recursive: true });
    const { archive, sbom } = filesOf(name, source.version, output);
    console.log(`${archive}\n  ${digest}, ${(bytes / 1_000_000).toFixed(1)} MB compressed; ${sbom}`);
  }
}

/** Reads the archive back, and runs what is in it. Throws when anything is wrong with it. */
function check(name: ImageName, { version }: Source, made: string): ReadImage {
  const { archive, sbom } = filesOf(name, version, join(made, 'output'));
  const [layout, root] = [folder(made, 'layout'), folder(made, 'root')];
  const image = readArchive(archive, layout);
  unpackLayers(image, layout, root);
  const faults = [...faultsOf(image), ...unlisted(root, sbom)];
  if (faults.length > 0) throw new Error(`The image of the ${name} is not fit for use: ${faults.join('; ')}`);
  const { config } = image.config;
  for (const program of programs[name])
    tryOut(root, config, [join(config.WorkingDir, program), '--settings']);
  return image;
}

/** What is wrong with the bill of materials: packages that it lacks. */
function unlisted(root: string, sbom: string): string[] {
  const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as Sbom;
  const listed = new Set(components.map(({ purl }) => purl));
  const missing = installedPackages(join(root, 'app')).filter((purl) => !listed.has(purl));
  return missing.map((purl) => `its bill of materials lacks ${purl}`);
}
