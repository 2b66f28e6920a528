import type { WorkloadStatus } from '@gpulease/crds';
import type { Service, ServicePort } from '@gpulease/kube';
import { hostOf } from '../kubevirt/ingress.ts';
import type { Exposure } from '../kubevirt/service.ts';
import { HTTP_PORT_NAME } from '../kubevirt/service.ts';
import { causes, hostNotInRegion } from './causes.ts';
import { imageOf } from './machine.ts';
import type { Scope } from './scope.ts';
import type { Cause } from './transition.ts';

/** How the workload wants to be reached. */
export function exposureOf(scope: Scope): Exposure {
  const { workload, region } = scope;
  const { ports = [], http, placement } = workload.spec;
  return {
    type: region?.spec.exposure.type ?? 'NodePort',
    access: imageOf(scope)?.osType === 'Windows' ? 'rdp' : 'ssh',
    ports,
    accessPort: placement?.sshPort,
    httpTargetPort: http?.targetPort,
  };
}

type Reach = Pick<WorkloadStatus, 'address' | 'sshPort' | 'sshUser' | 'endpoints' | 'url'>;

/** How it can be reached, as far as that is known. */
export function reachOf(scope: Scope): Reach {
  const { workload, service, image, ingress } = scope;
  const address = addressOf(scope);
  const host = hostOf(ingress);
  return {
    address,
    sshPort: sshPortOf(service),
    sshUser: workload.status?.sshUser ?? image?.spec.defaultUser,
    endpoints: address === undefined ? undefined : endpointsOf(service, address),
    url: host === undefined ? undefined : `http://${host}`,
  };
}

function sshPortOf(service: Service | undefined): number | undefined {
  const port = service?.spec?.ports?.find(({ name }) => name === 'ssh');
  return port && outsidePort(service, port);
}

/** Where the mapped ports are reached, and Remote Desktop where one signs in by it; undefined when there are none. */
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

/** A load balancer's own address, else the one that was chosen, else the region's first. */
function addressOf({ workload, region, service }: Scope): string | undefined {
  if (service === undefined) return undefined;
  const [regionAddress] = region?.spec.exposure.addresses ?? [];
  return balancerAddress(service) ?? workload.spec.placement?.address ?? regionAddress;
}

function balancerAddress({ status }: Service): string | undefined {
  const [balancer] = status?.loadBalancer?.ingress ?? [];
  return balancer?.ip ?? balancer?.hostname;
}

/** Why the HTTP host cannot be had. */
export function refusedHost({ workload, region, hostHolder }: Scope): Cause | undefined {
  const { http } = workload.spec;
  if (http === undefined || region === undefined) return undefined;
  const domain = region.spec.http?.domain;
  if (domain === undefined) return causes.noHostsInRegion;
  if (!http.host.endsWith(`.${domain}`)) return hostNotInRegion(domain);
  return hostHolder === undefined ? undefined : causes.hostTaken;
}
