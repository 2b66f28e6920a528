/** Regenerates charts/rendered/local.yaml. */
import { writeFileSync } from 'node:fs';
import { localManifest, renderLocal } from '../local.ts';

writeFileSync(localManifest, await renderLocal());
