import type { WorkloadPhase, WorkloadStatus } from '@gpulease/crds';
import type { Service, ServicePort } from '@gpulease/kube';
import { hostOf, urlOf } from '../../kubevirt/ingress.ts';
import { ACCESS_PORTS, HTTP_PORT_NAME, type Exposure } from '../../kubevirt/service.ts';
import { causes, guestNotReady, hostNotInRegion } from '../causes/causes.ts';
import { isReady } from '../machine/machine-state.ts';
import { gpuMetricsPort, imageOf } from '../machine/desired-machine.ts';
import type { Scope } from '../scope.ts';
import type { Cause } from '../causes/cause.ts';

/** Returns how the workload should be exposed. */
export function exposureOf(scope: Scope): Exposure {
  const { workload, region, portsRefused } = scope;
  const { http, placement } = workload.spec;
  // While new port mappings are refused, existing ones stay.
  const ports = portsRefused === undefined ? (workload.spec.ports ?? []) : mappedBefore(scope);
  return {
    type: region?.spec.exposure.type ?? 'NodePort',
    access: imageOf(scope)?.osType === 'Windows' ? 'rdp' : 'ssh',
    ports,
    accessPort: placement?.sshPort,
    httpTargetPort: http?.targetPort,
    gpuMetricsPort: gpuMetricsPort(scope),
  };
}

function mappedBefore({ service }: Scope): Exposure['ports'] {
  const ours: (string | undefined)[] = ['ssh', 'rdp', HTTP_PORT_NAME];
  return (service?.spec?.ports ?? [])
    .filter(({ name }) => !ours.includes(name))
    .map(({ name, protocol, port, targetPort }) => ({
      name,
      protocol: protocol === 'UDP' ? 'UDP' : 'TCP',
      port,
      targetPort: Number(targetPort),
    }));
}

/**
 * Returns the machine's previous public ports if its Service was deleted or changed. Of two mappings to the same guest port,
 * only one is recovered.
 */
export function formerPorts({ workload, service, region }: Scope): Exposure['formerPorts'] {
  const { sshPort, endpoints = [] } = workload.status ?? {};
  if (service?.spec?.type === 'NodePort' || region?.spec.exposure.type === 'LoadBalancer') return undefined;
  const ssh = sshPort === undefined ? [] : [[`TCP/${ACCESS_PORTS.ssh}`, sshPort]];
  const others = endpoints.map(({ protocol, targetPort, port }) => [`${protocol}/${targetPort}`, port]);
  const known = new Map([...others, ...ssh].map(([guest, port]) => [port, guest]));
  return Object.fromEntries([...known].map(([port, guest]) => [guest, port])) as Exposure['formerPorts'];
}

type Reach = Pick<WorkloadStatus, 'address' | 'sshPort' | 'sshUser' | 'endpoints' | 'url'>;

/** Returns how the machine can be reached in this phase, as far as known. */
export function reachOf(scope: Scope, phase: WorkloadPhase): Reach {
  const { workload, service, image } = scope;
  const address = addressOf(scope);
  return {
    address,
    sshPort: sshPortOf(service),
    sshUser: workload.status?.sshUser ?? image?.spec.defaultUser,
    endpoints: address === undefined ? undefined : endpointsOf(service, address),
    url: phase === 'Running' ? shownUrl(scope) : undefined,
  };
}

/** Shown from the guest's first response until the machine stops: its web server may outlive its SSH server. */
function shownUrl(scope: Scope): string | undefined {
  const shown = scope.workload.status?.url;
  const isShown = shown !== undefined && new URL(shown).host === hostOf(scope.ingress);
  return isReady(scope) || isShown ? urlOf(scope.ingress) : undefined;
}

function sshPortOf(service: Service | undefined): number | undefined {
  const port = service?.spec?.ports?.find(({ name }) => name === 'ssh');
  return port && outsidePort(service, port);
}

/** Returns the endpoints of mapped ports and of Remote Desktop; undefined if there are none. */
function endpointsOf(service: Service | undefined, address: string): Reach['endpoints'] {
  const mapped = (service?.spec?.ports ?? []).filter(({ name }) => name !== 'ssh' && name !== HTTP_PORT_NAME);
  const endpoints = mapped.flatMap((mapping) => {
    const port = outsidePort(service, mapping);
    const protocol = mapping.protocol === 'UDP' ? ('UDP' as const) : ('TCP' as const);
    return port === undefined ? [] : [{ protocol, address, port, targetPort: Number(mapping.targetPort) }];
  });
  return endpoints.length === 0 ? undefined : endpoints;
}

function outsidePort(service: Service | undefined, port: ServicePort): number | undefined {
  return service?.spec?.type === 'NodePort' ? port.nodePort : port.port;
}

/**
 * Returns the load balancer's address if there is one, because nothing listens on others. Otherwise returns an address of the
 * region: the chosen one, the previous one while that is unavailable, or the first.
 */
function addressOf({ workload, region, service }: Scope): string | undefined {
  if (service === undefined) return undefined;
  if (service.spec?.type === 'LoadBalancer') return balancerAddress(service);
  const addresses = region?.spec.exposure.addresses ?? [];
  const chosen = workload.spec.placement?.address;
  const former = chosen === undefined ? undefined : workload.status?.address;
  return [chosen, former].find((one) => one !== undefined && addresses.includes(one)) ?? addresses[0];
}

function balancerAddress(service: Service | undefined): string | undefined {
  const [balancer] = service?.status?.loadBalancer?.ingress ?? [];
  return balancer?.ip ?? balancer?.hostname;
}

/** Returns why a running machine cannot be reached, or not yet. */
export function unreachable(scope: Scope): Cause | undefined {
  return unexposed(scope) ?? (isReady(scope) ? undefined : guestNotReady(exposureOf(scope).access));
}

function unexposed(scope: Scope): Cause | undefined {
  if (addressOf(scope) !== undefined) return undefined;
  const isBalanced = scope.service?.spec?.type === 'LoadBalancer';
  return isBalanced ? causes.awaitingBalancer : causes.notExposed;
}

/** Returns why the chosen address is not available. */
export function refusedAddress({ workload, region, service }: Scope): Cause | undefined {
  const address = workload.spec.placement?.address;
  if (address === undefined || region === undefined) return undefined;
  const { type, addresses = [] } = region.spec.exposure;
  if (type !== 'LoadBalancer') return addresses.includes(address) ? undefined : causes.addressNotInRegion;
  return address === balancerAddress(service) ? undefined : causes.addressByBalancer;
}

/** Returns why the HTTP host is not available. */
export function refusedHost({ workload, region, isHostTaken }: Scope): Cause | undefined {
  const { http } = workload.spec;
  if (http === undefined || region === undefined) return undefined;
  const domain = region.spec.http?.domain;
  if (domain === undefined) return causes.noHostsInRegion;
  if (!http.host.endsWith(`.${domain}`)) return hostNotInRegion(domain);
  return isHostTaken ? causes.hostTaken : undefined;
}
