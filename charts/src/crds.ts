import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The custom resource definitions, as the schema generates them. */
export const crdManifests = join(import.meta.dirname, '../../crds/manifests');

/** Their copies in the chart. Helm reads no files outside of the chart, and symbolic links do not survive everywhere. */
export const chartCrds = join(import.meta.dirname, '../gpulease/files/crds');

/** Writes the chart's copies anew. */
export function copyCrds(): void {
  rmSync(chartCrds, { recursive: true, force: true });
  cpSync(crdManifests, chartCrds, { recursive: true });
}
