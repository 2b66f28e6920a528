import { join } from 'node:path';
import { untilEstablished } from '../control-plane/established.ts';
import type { TestControlPlane } from './control-plane.ts';

export const crdManifests = join(import.meta.dirname, '../../../crds/manifests');

/** Installs GPULease's custom resource definitions, and waits until the API server serves them. Safe to call again. */
export async function installCrds(cluster: TestControlPlane): Promise<void> {
  await cluster.kubectl([
    'apply',
    '--server-side',
    '--force-conflicts',
    '--recursive',
    `--filename=${crdManifests}`,
  ]);
  await untilEstablished((args) => cluster.kubectl(args));
}
