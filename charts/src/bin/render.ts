/** Writes the chart's custom resource definitions and charts/rendered/local.yaml anew. */
import { writeFileSync } from 'node:fs';
import { copyCrds } from '../crds.ts';
import { localManifest, renderLocal } from '../local.ts';

copyCrds();
writeFileSync(localManifest, await renderLocal());
