/** Compares an edited node with its Kubernetes node and with the SKUs that it may run. */
import type { AdminSku } from '@gpulease/contract/catalogue';
import { useWatch } from 'react-hook-form';
import { useWholeList } from '../../../api/whole-list.ts';
import { useWords } from '../../../i18n/words.ts';

/** There are no live events about the cluster's Nodes. */
const REFRESH_MS = 15_000;

/** The cluster's unregistered Nodes. */
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

/** A warning for each field that exceeds the Kubernetes node's resources. */
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

/** Why a machine of an SKU does not fit on the edited node; undefined if it fits. */
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
