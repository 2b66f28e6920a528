import type { NetworkPolicy } from '@gpulease/kube';
import { childMetadata } from './machine.ts';
import type { MachineIdentity } from './machine.ts';
import { ACCESS_PORTS, targetPorts } from './service.ts';
import type { Exposure } from './service.ts';

/** Whether a machine needs a policy of its own: the tenant's lets in nothing but SSH. */
export function needsNetworkPolicy(exposure: Exposure): boolean {
  return targetPorts(exposure).some(({ protocol, port }) => protocol !== 'TCP' || port !== ACCESS_PORTS.ssh);
}

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
