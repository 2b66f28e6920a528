import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { writeLayer } from './images/oci/layer.ts';

export interface ChartToPackage {
  /** The chart's folder. */
  chart: string;
  /** The digests of its images, by name. */
  digests: Record<string, string>;
  /** The modification time of its files, in seconds since 1970. */
  time: number;
  /** An empty folder to work in. */
  scratch: string;
}

/** Packages the chart as a `.tgz` for helm, with the digests of the images in its values. The output is reproducible. */
export async function packageChart(
  { chart, digests, time, scratch }: ChartToPackage,
  target: string,
): Promise<void> {
  cpSync(chart, join(scratch, 'gpulease'), { recursive: true });
  const path = join(scratch, 'gpulease/values.yaml');
  const values = parseDocument(readFileSync(path, 'utf8'));
  for (const [name, digest] of Object.entries(digests)) values.setIn(['image', 'digests', name], digest);
  writeFileSync(path, values.toString({ lineWidth: 0, flowCollectionPadding: false }));
  await writeLayer({ root: scratch, paths: ['gpulease'], time }, target);
}
