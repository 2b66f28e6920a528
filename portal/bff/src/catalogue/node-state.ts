import type { ComputeNode } from '@gpulease/crds';

/** What a node is: what the operator found, which knows of planned maintenance, unless the spec has changed since. */
export function foundState({ metadata, spec, status }: ComputeNode): ComputeNode['spec']['state'] {
  const isCurrent = status?.observedGeneration === metadata.generation;
  return (isCurrent ? status?.state : undefined) ?? spec.state;
}
