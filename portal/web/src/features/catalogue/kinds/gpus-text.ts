import type { ClusterNode } from '@gpulease/contract/catalogue';
import type { TFunction } from 'i18next';

/** Describes the GPUs of a host, including those that are not in the catalogue. */
export function gpusText({ gpus, devices }: Pick<ClusterNode, 'gpus' | 'devices'>, t: TFunction): string {
  const known = gpus.map(({ gpu, count }) => `${gpu} × ${count}`);
  const unknown = devices.map(({ deviceName, count }) =>
    t('node.unknownDevice', { device: `${deviceName} × ${count}` }),
  );
  return [...known, ...unknown].join(', ') || t('sku.noGpu');
}
