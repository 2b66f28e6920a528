import { join } from 'node:path';
import { runHelm, upgradeRelease } from '../../charts/src/helm.ts';

const namespace = '--namespace=gpulease-system';

/**
 * Installs or upgrades to the chart of a release with helm, without Deployments and the migration hook, because the programs run
 * outside the cluster.
 */
export async function upgradeTo(release: string, kubeconfig: string): Promise<void> {
  const values = join(release, 'charts/rendered/local.values.yaml');
  await upgradeRelease(kubeconfig, join(release, 'charts/gpulease'), [
    '--create-namespace',
    `--values=${values}`,
    ...['--set=crds.enabled=true', '--set=namespaces.create=false'],
  ]);
}

/** Rolls back to the first installed chart with helm. */
export async function rollBack(kubeconfig: string): Promise<void> {
  await runHelm(['rollback', 'gpulease', '1', namespace, `--kubeconfig=${kubeconfig}`]);
}
