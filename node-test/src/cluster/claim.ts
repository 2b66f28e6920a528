/** A volume on the node's disk. Binds claims itself: the controller for that is off, because the simulated CDI has its own claims. */
import { chownSync, mkdirSync } from 'node:fs';
import { applyObjects, kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';

interface ClaimOfFolder {
  name: string;
  namespace: string;
  /** Path of the volume on the node; created if missing. */
  folder: string;
  /** User ID that owns the folder. */
  owner: number;
}

const size = {
  accessModes: ['ReadWriteOnce'],
  storageClassName: '',
};
const capacity = { storage: '1Gi' };

/** Creates a PersistentVolumeClaim that is bound to a folder. */
export async function claimFolder(
  cluster: Cluster,
  { name, namespace, folder, owner }: ClaimOfFolder,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  chownSync(folder, owner, owner);
  const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
  await applyObjects(cluster, [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace, annotations },
      spec: { ...size, volumeName: name, resources: { requests: capacity } },
    },
  ]);
  const claim = ['pvc', name, `--namespace=${namespace}`];
  // kubelet mounts a volume only for the claim whose UID it names.
  const uid = await kubectl(cluster, ['get', ...claim, '--output=jsonpath={.metadata.uid}']);
  await applyObjects(cluster, [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        ...size,
        capacity,
        hostPath: { path: folder, type: 'Directory' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
      },
    },
  ]);
  const status = { phase: 'Bound', accessModes: size.accessModes, capacity };
  const patch = ['--subresource=status', '--type=merge', `--patch=${JSON.stringify({ status })}`];
  await kubectl(cluster, ['patch', ...claim, ...patch]);
}
