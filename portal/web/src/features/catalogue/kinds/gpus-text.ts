import type { ClusterNode } from '@gpulease/contract/catalog';
import type { TFunction } from 'i18next';

/** The GPUs of a host in the cluster, with those that the catalogue does not know; only a host without either has none. */
export function gpusText({ gpus, devices }: Pick<ClusterNode, 'gpus' | 'devices'>, t: TFunction): string {
  const known = gpus.map(({ gpu, count }) => `${gpu} × ${count}`);
  const unknown = devices.map(({ deviceName, count }) =>
    t('node.unknownDevice', { device: `${deviceName} × ${count}` }),
  );
  return [...known, ...unknown].join(', ') || t('sku.noGpu');
}
