/** Proposes the values for registering a host. Pure. */
import type { AdminRegion, AdminSku, ClusterNode } from '@gpulease/contract/catalogue';
import { NONE } from '../../../ui/form/reference-field.tsx';

const MOST_CHARACTERS = 63;

/** The minimum to reserve for the host's programs and the emulators of machines; otherwise it is a twentieth. */
const SYSTEM = { share: 0.05, cores: 2, megabytes: 4_096 } as const;

interface Known {
  readonly regions: readonly AdminRegion[];
  readonly skus: readonly AdminSku[];
}

/** The form values by path. Unknown ones, such as a GPU that is not in the catalogue, are left to the operator. */
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
  /** A GPU of the catalogue, NONE, or empty if the host has GPUs that are not in the catalogue. */
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

/** The part of the allocatable resources that machines get. */
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

/** Whether one machine of the SKU fits. */
function fits(sku: AdminSku, { cpu, memory, gpu }: Room): boolean {
  const hasGpus = (sku.gpu ?? NONE) === gpu.model && (sku.gpu === null || sku.gpuNumber <= gpu.count);
  return hasGpus && sku.cpu <= cpu && sku.memory * 1_024 <= memory;
}
