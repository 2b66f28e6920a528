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
  const { name } = host;
  const room = roomOn(host);
  const gpu = gpuOf(host);
  return {
    name: name.slice(0, MOST_CHARACTERS),
    nodeName: name.length > MOST_CHARACTERS ? name : null,
    'resources.cpu': room.cpu,
    'resources.memory': room.memory,
    'resources.gpuModel': gpu.model,
    'resources.gpuNumber': gpu.count,
    ...onlyOf(regions),
    skus: skus.filter((sku) => sku.status === 'active' && fits(sku, { ...room, gpu })).map((sku) => sku.name),
  };
}

interface Gpu {
  /** A GPU of the catalogue, NONE, or empty where the host has some that the catalogue does not know. */
  readonly model: string;
  readonly count: number;
}

function gpuOf({ gpus: [known], devices: [unknown] }: ClusterNode): Gpu {
  if (known) return { model: known.gpu, count: known.count };
  return unknown ? { model: '', count: unknown.count } : { model: NONE, count: 1 };
}

function onlyOf(regions: readonly AdminRegion[]) {
  const [only, ...others] = regions.filter(({ status }) => status === 'active');
  return only && others.length === 0 ? { region: only.name } : {};
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
  readonly gpu: Gpu;
}

/** Whether one machine of the SKU has room there. */
function fits(sku: AdminSku, { cpu, memory, gpu }: Room): boolean {
  const hasGpus = (sku.gpu ?? NONE) === gpu.model && (sku.gpu === null || sku.gpuNumber <= gpu.count);
  return hasGpus && sku.cpu <= cpu && sku.memory * 1_024 <= memory;
}
