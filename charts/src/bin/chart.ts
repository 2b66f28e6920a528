/** `make chart`: packages the chart of the checked-out commit in dist/, with the digests of the images there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, imageNames, newFolder, type ImageName } from '../images/make.ts';
import { readArchive } from '../images/oci/check.ts';
import { exportCommit, type Source } from '../images/source.ts';
import { packageChart } from '../package.ts';
import { inScratch } from './in-scratch.ts';

const output = join(import.meta.dirname, '../../../dist');
await inScratch(makeChart);

async function makeChart(scratch: string): Promise<void> {
  const source = exportCommit(join(scratch, 'commit'));
  const digests = Object.fromEntries(imageNames.map((name) => [name, digestOf(name, source, scratch)]));
  const target = join(output, `gpulease-${source.version}.tgz`);
  const work = newFolder(scratch, 'package');
  const chart = join(source.folder, 'charts/gpulease');
  await packageChart({ chart, digests, time: source.time, scratch: work }, target);
  console.log(target);
  for (const [name, digest] of Object.entries(digests)) console.log(`  ${name} ${digest}`);
}

/** Returns the digest of the image's archive. Throws unless it was built from this commit. */
function digestOf(name: ImageName, { version, revision }: Source, scratch: string): string {
  const { archive } = filesOf(name, version, output);
  if (!existsSync(archive)) throw new Error(`There is no ${archive}: run make images first.`);
  const { digest, manifest } = readArchive(archive, join(scratch, name));
  const made = manifest.annotations['org.opencontainers.image.revision'];
  if (made === revision) return digest;
  throw new Error(`${archive} is of commit ${made ?? 'unknown'}, not ${revision}: run make images again.`);
}
