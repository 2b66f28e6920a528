/** Writes charts/rendered/local.yaml anew. */
import { writeFileSync } from 'node:fs';
import { localManifest, renderLocal } from '../local.ts';

writeFileSync(localManifest, await renderLocal());
