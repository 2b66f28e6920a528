import type { Ingress } from '@gpulease/kube';
import { childMetadata } from './machine.ts';
import type { MachineIdentity } from './machine.ts';
import { webServiceName } from './names.ts';
import { HTTP_PORT_NAME } from './service.ts';

/** Serves the machine's HTTP port under a host name. */
export function buildIngress(
  identity: MachineIdentity,
  http: { host: string; ingressClassName?: string | undefined },
): Ingress {
  const backend = { service: { name: webServiceName(identity.name), port: { name: HTTP_PORT_NAME } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: childMetadata(identity),
    spec: {
      ...(http.ingressClassName === undefined ? {} : { ingressClassName: http.ingressClassName }),
      rules: [{ host: http.host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}

/** The host that an Ingress of ours serves. */
export function hostOf(ingress: Ingress | undefined): string | undefined {
  return ingress?.spec?.rules?.[0]?.host;
}

/** All hosts that an Ingress of anybody's serves. */
export function hostsOf({ spec }: Ingress): string[] {
  return (spec?.rules ?? []).flatMap(({ host }) => host ?? []);
}
