import type { NetworkPolicy, NetworkPolicyPeer } from '@gpulease/kube';
import { childMetadata, type MachineIdentity } from './machine.ts';
import { ACCESS_PORTS, targetPorts, type Exposure } from './service.ts';

/** Returns whether a machine needs its own policy: the tenant's allows only SSH. */
export function needsNetworkPolicy(exposure: Exposure): boolean {
  if (exposure.gpuMetricsPort !== undefined) return true;
  return targetPorts(exposure).some(({ protocol, port }) => protocol !== 'TCP' || port !== ACCESS_PORTS.ssh);
}

/** Opens a machine's ports in its tenant's closed network; the GPU metrics port only to `metricsFrom`. */
export function buildNetworkPolicy(
  identity: MachineIdentity,
  exposure: Exposure,
  metricsFrom: NetworkPolicyPeer[],
): NetworkPolicy {
  const { gpuMetricsPort: port } = exposure;
  // A rule with an empty `from` would allow every source.
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
