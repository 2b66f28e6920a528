import type { ComputeNode } from '@gpulease/crds';

/** Returns the state found by the operator, which includes planned maintenance; the spec's state if the spec changed since. */
export function foundState({ metadata, spec, status }: ComputeNode): ComputeNode['spec']['state'] {
  const isCurrent = status?.observedGeneration === metadata.generation;
  return (isCurrent ? status?.state : undefined) ?? spec.state;
}
