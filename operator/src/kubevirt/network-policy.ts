import type { NetworkPolicy, NetworkPolicyPeer } from '@gpulease/kube';
import { childMetadata, type MachineIdentity } from './machine.ts';
import { ACCESS_PORTS, targetPorts, type Exposure } from './service.ts';

/** Whether a machine needs a policy of its own: the tenant's lets in nothing but SSH. */
export function needsNetworkPolicy(exposure: Exposure): boolean {
  if (exposure.gpuMetricsPort !== undefined) return true;
  return targetPorts(exposure).some(({ protocol, port }) => protocol !== 'TCP' || port !== ACCESS_PORTS.ssh);
}

/** Opens a machine's own ports in its tenant's closed network; that of its GPUs' measures to `metricsFrom` alone. */
export function buildNetworkPolicy(
  identity: MachineIdentity,
  exposure: Exposure,
  metricsFrom: NetworkPolicyPeer[],
): NetworkPolicy {
  const { gpuMetricsPort: port } = exposure;
  // A rule from nobody would be one from everybody.
  const isMeasured = port !== undefined && metricsFrom.length > 0;
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: childMetadata(identity),
    spec: {
      podSelector: { matchLabels: identity.selector },
      policyTypes: ['Ingress'],
      ingress: [
        { ports: targetPorts(exposure) },
        ...(isMeasured ? [{ from: metricsFrom, ports: [{ protocol: 'TCP' as const, port }] }] : []),
      ],
    },
  };
}
