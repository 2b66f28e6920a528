/** What is proposed for a host that is to be registered. Pure. */
import type { AdminRegion, AdminSku, ClusterNode } from '@gpulease/contract/catalog';
import { NONE } from '../../../ui/form/reference-field.tsx';

const MOST_CHARACTERS = 63;

/** What the host's own programs and each machine's emulator need, whatever pods can use: a twentieth, and at least this. */
const SYSTEM = { share: 0.05, cores: 2, megabytes: 4_096 } as const;

interface Known {
  readonly regions: readonly AdminRegion[];
  readonly skus: readonly AdminSku[];
}

/** The values of the form by path. What cannot be told, such as a GPU that is not in the catalogue, is left to the operator. */
export function proposalFor(host: ClusterNode, { regions, skus }: Known): Readonly<Record<string, unknown>> {
  const { name, gpus, devices } = host;
  const [known] = gpus;
  const room = roomOn(host);
  const isUnknown = known === undefined && devices.length > 0;
  const gpu = { model: known?.gpu ?? (isUnknown ? '' : NONE), count: known?.count ?? devices[0]?.count ?? 1 };
  const [only, ...others] = regions.filter(({ status }) => status === 'active');
  return {
    name: name.slice(0, MOST_CHARACTERS),
    nodeName: name.length > MOST_CHARACTERS ? name : null,
    'resources.cpu': room.cpu,
    'resources.memory': room.memory,
    'resources.gpuModel': gpu.model,
    'resources.gpuNumber': gpu.count,
    ...(only && others.length === 0 && { region: only.name }),
    skus: isUnknown ? [] : fitting(skus, { ...room, gpu: known?.gpu ?? null, count: known?.count ?? 0 }),
  };
}

/** What machines get of what pods can use. */
function roomOn({ allocatable: { cpu, memory } }: ClusterNode) {
  const cores = Math.max(SYSTEM.cores, Math.ceil(cpu * SYSTEM.share));
  const megabytes = Math.max(SYSTEM.megabytes, Math.ceil(memory * SYSTEM.share));
  return { cpu: Math.max(1, cpu - cores), memory: Math.max(1_024, memory - megabytes) };
}

interface Room {
  readonly cpu: number;
  readonly memory: number;
  readonly gpu: string | null;
  readonly count: number;
}

/** The SKUs on sale of which one machine has room there. */
function fitting(skus: readonly AdminSku[], { cpu, memory, gpu, count }: Room): string[] {
  return skus
    .filter((sku) => sku.status === 'active' && sku.gpu === gpu && sku.gpuNumber <= count)
    .filter((sku) => sku.cpu <= cpu && sku.memory * 1_024 <= memory)
    .map(({ name }) => name);
}
