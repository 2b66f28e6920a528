import { join } from 'node:path';
import { untilEstablished } from '../control-plane/established.ts';
import type { TestControlPlane } from './control-plane.ts';

const manifests = join(import.meta.dirname, '../../../charts/gpulease/files/crds');

/** Installs GPULease's custom resource definitions, and waits until the API server serves them. Idempotent. */
export async function installCrds(cluster: Pick<TestControlPlane, 'kubectl'>): Promise<void> {
  await cluster.kubectl([
    'apply',
    '--server-side',
    '--force-conflicts',
    '--recursive',
    `--filename=${manifests}`,
  ]);
  await untilEstablished((args) => cluster.kubectl(args));
}
