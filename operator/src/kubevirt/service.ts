import type { WorkloadSpec } from '@gpulease/crds';
import type { Service } from '@gpulease/kube';
import { childMetadata, type MachineIdentity } from './machine.ts';
import { webServiceName } from './names.ts';

/** How users sign in to a machine: by SSH, or to Windows by Remote Desktop. */
export type Access = keyof typeof ACCESS_PORTS;

export interface Exposure {
  type: 'NodePort' | 'LoadBalancer';
  access: Access;
  ports: NonNullable<WorkloadSpec['ports']>;
  /** The public sign-in port that the admin chose; if undefined, the API server allocates one. */
  accessPort?: number | undefined;
  /** The machine's previous public ports, by protocol and guest port such as TCP/22, in case its Service must be recreated. */
  formerPorts?: Readonly<Record<string, number>> | undefined;
  /** The guest's port behind the HTTP host. */
  httpTargetPort?: number | undefined;
  /** The guest's port that only Prometheus can reach. */
  gpuMetricsPort?: number | undefined;
}

/** The guest's port for each kind of access. */
export const ACCESS_PORTS = { ssh: 22, rdp: 3389 } as const;
export const HTTP_PORT_NAME = 'http-host';

/** Builds one Service with all public ports of a machine. A load balancer's Service takes no node ports. */
export function buildService(identity: MachineIdentity, exposure: Exposure): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: childMetadata(identity),
    spec: {
      type: exposure.type,
      selector: identity.selector,
      ports: servicePorts(exposure),
      ...(exposure.type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: false } : {}),
      // Readiness reflects one port only; a machine without an SSH server keeps its other ports.
      publishNotReadyAddresses: true,
    },
  };
}

/** Builds the Service that routes an Ingress to the guest's HTTP port, which therefore needs no node port. */
export function buildWebService(identity: MachineIdentity, targetPort: number): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...childMetadata(identity), name: webServiceName(identity.name) },
    spec: {
      type: 'ClusterIP',
      selector: identity.selector,
      ports: [{ name: HTTP_PORT_NAME, protocol: 'TCP', port: 80, targetPort }],
      publishNotReadyAddresses: true,
    },
  };
}

/** Returns the guest's ports that must be reachable, without duplicates. */
export function targetPorts({
  access,
  ports,
  httpTargetPort,
}: Exposure): { protocol: 'TCP' | 'UDP'; port: number }[] {
  const all = [
    { protocol: 'TCP' as const, port: ACCESS_PORTS[access] },
    ...ports.map(({ protocol, targetPort }) => ({ protocol, port: targetPort })),
    ...(httpTargetPort === undefined ? [] : [{ protocol: 'TCP' as const, port: httpTargetPort }]),
  ];
  return [...new Map(all.map((port) => [`${port.protocol}/${port.port}`, port])).values()];
}

function servicePorts(exposure: Exposure) {
  const { access, ports, formerPorts = {} } = exposure;
  const taken = new Set(ports.filter(({ protocol }) => protocol === 'TCP').map(({ port }) => port));
  const signIn = {
    name: access,
    protocol: 'TCP' as const,
    targetPort: ACCESS_PORTS[access],
    ...accessPorts(exposure, taken),
  };
  const mapped = ports.map(({ name, protocol, port, targetPort }) => ({
    // Names that users choose begin with a letter, so ours cannot clash with them.
    name: name ?? `${port}-${protocol.toLowerCase()}`,
    protocol,
    port,
    targetPort,
    ...nodePort(formerPorts[`${protocol}/${targetPort}`]),
  }));
  return [signIn, ...mapped];
}

/** The public port is a node port, or the load balancer's port. */
function accessPorts({ type, access, accessPort, formerPorts = {} }: Exposure, taken: ReadonlySet<number>) {
  if (type === 'LoadBalancer') return { port: freePort(accessPort ?? ACCESS_PORTS[access], taken) };
  const port = freePort(ACCESS_PORTS[access], taken);
  return { port, ...nodePort(accessPort ?? formerPorts[`TCP/${ACCESS_PORTS[access]}`]) };
}

function nodePort(port: number | undefined): { nodePort?: number } {
  return port === undefined ? {} : { nodePort: port };
}

/** Returns the wanted port inside the cluster, or the next one that the user's mappings leave free. */
function freePort(wanted: number, taken: ReadonlySet<number>): number {
  let port = wanted;
  while (taken.has(port)) port += 1;
  return port;
}
