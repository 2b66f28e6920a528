import { join } from 'node:path';

/** Where the manifests are: in the chart, because Helm reads no files outside of it. */
export const manifestsFolder = join(import.meta.dirname, '../../../charts/gpulease/files/crds');
