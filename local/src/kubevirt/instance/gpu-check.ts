import { labels } from '@gpulease/crds';
import type { Node, Pod } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';

/** On a Node: comma-separated PCI addresses of GPUs that fail every check. */
const brokenGpusAnnotation = 'simulation.gpulease.dev/broken-gpus';

/** Finding of a guest that checks its GPUs. */
export type GpuFinding = 'NothingYet' | 'Well' | 'Broken';

/** Returns the finding of a guest that checks its GPUs; undefined for other guests. */
export function gpuFinding(
  { metadata }: Pick<VirtualMachineInstance, 'metadata'>,
  pod: Pod | undefined,
  node: Node | undefined,
): GpuFinding | undefined {
  if (metadata.labels?.[labels.check] === undefined) return undefined;
  const ids = gpusOf(pod);
  if (ids.length === 0) return 'NothingYet';
  const broken = brokenOn(node);
  return ids.some((id) => broken.includes(id)) ? 'Broken' : 'Well';
}

/** Returns whether each GPU of a machine is broken, as far as the kubelet has reported its GPUs. */
export function brokenGpus(pod: Pod | undefined, node: Node | undefined): boolean[] {
  const broken = brokenOn(node);
  return gpusOf(pod).map((id) => broken.includes(id));
}

/** Returns the PCI addresses of a pod's GPUs; none until the kubelet reports them. */
export function gpusOf(pod: Pod | undefined): string[] {
  return (pod?.status?.containerStatuses ?? [])
    .flatMap(({ allocatedResourcesStatus = [] }) => allocatedResourcesStatus)
    .flatMap(({ resources = [] }) => resources.map(({ resourceID }) => resourceID));
}

function brokenOn(node: Node | undefined): string[] {
  const { [brokenGpusAnnotation]: listed = '' } = node?.metadata.annotations ?? {};
  return listed.split(',').map((id) => id.trim());
}
