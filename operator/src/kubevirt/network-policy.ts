import type { NetworkPolicy } from '@gpulease/kube';
import { childMetadata } from './machine.ts';
import type { MachineIdentity } from './machine.ts';
import { targetPorts } from './service.ts';
import type { Exposure } from './service.ts';

/** Opens a machine's own ports in its tenant's closed network. */
export function buildNetworkPolicy(identity: MachineIdentity, exposure: Exposure): NetworkPolicy {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: childMetadata(identity),
    spec: {
      podSelector: { matchLabels: identity.selector },
      policyTypes: ['Ingress'],
      ingress: [{ ports: targetPorts(exposure) }],
    },
  };
}
