import { labels } from '@gpulease/crds';
import type { Node, Pod } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';

/** On a Node: the PCI addresses of GPUs that fail every check, separated by commas. */
const brokenGpusAnnotation = 'simulation.gpulease.dev/broken-gpus';

/** What a guest has found that checks its GPUs. */
export type GpuFinding = 'NothingYet' | 'Well' | 'Broken';

/** Undefined for other guests. */
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

/** Of each GPU of a machine whether it is broken, as far as the kubelet has told which they are. */
export function brokenGpus(pod: Pod | undefined, node: Node | undefined): boolean[] {
  const broken = brokenOn(node);
  return gpusOf(pod).map((id) => broken.includes(id));
}

/** None before the kubelet has told which they are. */
export function gpusOf(pod: Pod | undefined): string[] {
  return (pod?.status?.containerStatuses ?? [])
    .flatMap(({ allocatedResourcesStatus = [] }) => allocatedResourcesStatus)
    .flatMap(({ resources = [] }) => resources.map(({ resourceID }) => resourceID));
}

function brokenOn(node: Node | undefined): string[] {
  const { [brokenGpusAnnotation]: listed = '' } = node?.metadata.annotations ?? {};
  return listed.split(',').map((id) => id.trim());
}
