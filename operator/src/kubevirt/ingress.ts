import type { RegionSpec } from '@gpulease/crds';
import type { Ingress } from '@gpulease/kube';
import { childMetadata, type MachineIdentity } from './machine.ts';
import { webServiceName } from './names.ts';
import { HTTP_PORT_NAME } from './service.ts';

/**
 * Builds the Ingress that serves the machine's HTTP port under a host name. With HTTPS it names no Secret: the ingress
 * controller holds the region's certificate, so its key stays out of tenants' namespaces.
 */
export function buildIngress(identity: MachineIdentity, host: string, region?: RegionSpec['http']): Ingress {
  const backend = { service: { name: webServiceName(identity.name), port: { name: HTTP_PORT_NAME } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: childMetadata(identity),
    spec: {
      ...(region?.ingressClassName === undefined ? {} : { ingressClassName: region.ingressClassName }),
      tls: region?.scheme === 'HTTPS' ? [{ hosts: [host] }] : [],
      rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}

/** Returns the host that one of our Ingresses serves. */
export function hostOf(ingress: Ingress | undefined): string | undefined {
  return ingress?.spec?.rules?.[0]?.host;
}

/** Returns the web address that one of our Ingresses serves. */
export function urlOf(ingress: Ingress | undefined): string | undefined {
  const host = hostOf(ingress);
  return host && `${ingress?.spec?.tls?.length ? 'https' : 'http'}://${host}`;
}

/** Returns all hosts of an Ingress, ours or not. */
export function hostsOf({ spec }: Ingress): string[] {
  return (spec?.rules ?? []).flatMap(({ host }) => host ?? []);
}
