/** Compares an edited node with its Kubernetes node and with the SKUs that it may run. */
import type { AdminSku, ClusterNode } from '@gpulease/contract/catalogue';
import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useWholeList } from '../../../api/whole-list.ts';
import { useWords } from '../../../i18n/words.ts';

/** The cluster's Nodes have no live events. */
const REFRESH_MS = 15_000;

export function useClusterNodes() {
  return useWholeList('listClusterNodes', { registered: 'false' }, { refetchInterval: REFRESH_MS });
}

interface Described {
  readonly name?: string;
  readonly nodeName?: string | null;
  readonly resources?: {
    readonly cpu: number | null;
    readonly memory: number | null;
    readonly gpuModel: string;
    readonly gpuNumber: number | null;
  };
}

export function useBeyondHost() {
  const { t, format } = useWords();
  const { name, nodeName, resources } = useWatch() as Described;
  const host = useClusterNodes().data?.find((node) => node.name === (nodeName ?? name));
  if (!host || !resources) return {};
  const { cpu, memory } = host.allocatable;
  const gpus = host.gpus.find(({ gpu }) => gpu === resources.gpuModel)?.count ?? 0;
  const beyond = (wanted: number | null, has: number, size: string) =>
    wanted !== null && wanted > has ? t('node.beyondHost', { size }) : undefined;
  return {
    cpu: beyond(resources.cpu, cpu, format.number(cpu)),
    memory: beyond(resources.memory, memory, `${format.number(memory)} MB`),
    gpus: beyond(resources.gpuNumber, gpus, format.number(gpus)),
  };
}

export function useMisfit() {
  const { t } = useWords();
  const { resources } = useWatch() as Described;
  return ({ gpu, gpuNumber, cpu }: AdminSku) => {
    if (!resources?.gpuModel) return undefined;
    if (gpu !== null && gpu !== resources.gpuModel) return t('node.otherGpu');
    const isTooLarge = cpu > (resources.cpu ?? cpu) || gpuNumber > (resources.gpuNumber ?? gpuNumber);
    return isTooLarge ? t('node.skuTooLarge') : undefined;
  };
}

export function gpusText({ gpus, devices }: Pick<ClusterNode, 'gpus' | 'devices'>, t: TFunction): string {
  const known = gpus.map(({ gpu, count }) => `${gpu} × ${count}`);
  const unknown = devices.map(({ deviceName, count }) =>
    t('node.unknownDevice', { device: `${deviceName} × ${count}` }),
  );
  return [...known, ...unknown].join(', ') || t('sku.noGpu');
}
