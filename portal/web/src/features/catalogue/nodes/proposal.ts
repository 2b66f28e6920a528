/** Proposes the values for registering a host. Pure. */
import type { AdminRegion, AdminSku, ClusterNode } from '@gpulease/contract/catalogue';
import { NONE } from '../../../ui/form/reference-field.tsx';

const MOST_CHARACTERS = 63;

/** Reserved for the host's programs and the machines' emulators: a share of the host, but at least these amounts. */
const SYSTEM = { share: 0.05, cores: 2, megabytes: 4_096 } as const;

/** Returns form values by path. Leaves unknown ones, such as a GPU missing from the catalogue, to the operator. */
export function proposalFor(
  host: ClusterNode,
  { regions, skus }: { readonly regions: readonly AdminRegion[]; readonly skus: readonly AdminSku[] },
): Readonly<Record<string, unknown>> {
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
    skus: skus
      .filter((sku) => sku.status === 'active' && sku.cpu <= room.cpu && sku.memory * 1_024 <= room.memory)
      .filter((sku) => (sku.gpu ?? NONE) === gpu.model && (sku.gpu === null || sku.gpuNumber <= gpu.count))
      .map((sku) => sku.name),
  };
}

/** The model is from the catalogue, NONE without GPUs, or empty if the catalogue lacks the host's GPU. */
function gpuOf({ gpus: [known], devices: [unknown] }: ClusterNode) {
  if (known) return { model: known.gpu, count: known.count };
  return unknown ? { model: '', count: unknown.count } : { model: NONE, count: 1 };
}

function onlyOf(regions: readonly AdminRegion[]) {
  const [only, ...others] = regions.filter(({ status }) => status === 'active');
  return only && others.length === 0 ? { region: only.name } : {};
}

function roomOn({ allocatable: { cpu, memory } }: ClusterNode) {
  const cores = Math.max(SYSTEM.cores, Math.ceil(cpu * SYSTEM.share));
  const megabytes = Math.max(SYSTEM.megabytes, Math.ceil(memory * SYSTEM.share));
  return { cpu: Math.max(1, cpu - cores), memory: Math.max(1_024, memory - megabytes) };
}
