import type { RegionSpec } from '@gpulease/crds';
import type { Ingress } from '@gpulease/kube';
import { childMetadata, type MachineIdentity } from './machine.ts';
import { webServiceName } from './names.ts';
import { HTTP_PORT_NAME } from './service.ts';

/**
 * Serves the machine's HTTP port under a host name. With HTTPS no Secret is named: the ingress controller has the region's
 * certificate, so that its key lies in no tenant's namespace.
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

/** The host that an Ingress of ours serves. */
export function hostOf(ingress: Ingress | undefined): string | undefined {
  return ingress?.spec?.rules?.[0]?.host;
}

/** The web address that an Ingress of ours serves. */
export function urlOf(ingress: Ingress | undefined): string | undefined {
  const host = hostOf(ingress);
  return host && `${ingress?.spec?.tls?.length ? 'https' : 'http'}://${host}`;
}

/** All hosts that an Ingress of anybody's serves. */
export function hostsOf({ spec }: Ingress): string[] {
  return (spec?.rules ?? []).flatMap(({ host }) => host ?? []);
}
