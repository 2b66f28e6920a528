import type { Service } from '@gpulease/kube';
import { childMetadata } from './machine.ts';
import type { MachineIdentity } from './machine.ts';

export interface PortMapping {
  name?: string | undefined;
  protocol: 'TCP' | 'UDP';
  port: number;
  targetPort: number;
}

export interface Exposure {
  type: 'NodePort' | 'LoadBalancer';
  ports: PortMapping[];
  /** The outside SSH port the admin chose; absent: the API server allocates one. */
  sshPort?: number | undefined;
  /** The guest's port behind the HTTP host. */
  httpTargetPort?: number | undefined;
}

export const SSH_PORT_NAME = 'ssh';
export const HTTP_PORT_NAME = 'http-host';
const GUEST_SSH_PORT = 22;

/** One Service with all ports of a machine, so that ten thousand machines need no more than as many Services. */
export function buildService(identity: MachineIdentity, exposure: Exposure): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: childMetadata(identity),
    spec: { type: exposure.type, selector: identity.selector, ports: servicePorts(exposure) },
  };
}

/** The guest's ports that must be reachable, each once. */
export function targetPorts({
  ports,
  httpTargetPort,
}: Exposure): { protocol: 'TCP' | 'UDP'; port: number }[] {
  const all = [
    { protocol: 'TCP' as const, port: GUEST_SSH_PORT },
    ...ports.map(({ protocol, targetPort }) => ({ protocol, port: targetPort })),
    ...(httpTargetPort === undefined ? [] : [{ protocol: 'TCP' as const, port: httpTargetPort }]),
  ];
  return [...new Map(all.map((port) => [`${port.protocol}/${port.port}`, port])).values()];
}

function servicePorts({ ports, sshPort, httpTargetPort }: Exposure) {
  const taken = new Set(ports.filter(({ protocol }) => protocol === 'TCP').map(({ port }) => port));
  const ssh = {
    name: SSH_PORT_NAME,
    protocol: 'TCP' as const,
    port: freePort(GUEST_SSH_PORT, taken),
    targetPort: GUEST_SSH_PORT,
    ...(sshPort === undefined ? {} : { nodePort: sshPort }),
  };
  const mapped = ports.map(({ name, protocol, port, targetPort }) => ({
    name: name ?? `${protocol.toLowerCase()}-${port}`,
    protocol,
    port,
    targetPort,
  }));
  if (httpTargetPort === undefined) return [ssh, ...mapped];
  taken.add(ssh.port);
  const http = {
    name: HTTP_PORT_NAME,
    protocol: 'TCP' as const,
    port: freePort(80, taken),
    targetPort: httpTargetPort,
  };
  return [ssh, ...mapped, http];
}

/** The wanted port inside the cluster, or the next that the user's own mappings leave free. */
function freePort(wanted: number, taken: ReadonlySet<number>): number {
  let port = wanted;
  while (taken.has(port)) port += 1;
  return port;
}
