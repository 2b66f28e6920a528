import { apiServices, isNotFound, services, type Cluster } from '@gpulease/kube';
import { createAuthority, issueCertificate, type KeyPair } from '../../control-plane/certificates.ts';
import { fieldManager } from '../install.ts';
import { subresourceGroup, subresourceVersion } from './discovery.ts';

const service = { namespace: 'kubevirt', name: 'virt-api' };
const apiServiceName = `${subresourceVersion}.${subresourceGroup}`;

export interface ServingCertificate {
  /** PEM of the authority that signed it. */
  authority: string;
  pair: KeyPair;
}

/** A certificate for the name under which the API server calls us, made anew for each start. */
export async function createServingCertificate(): Promise<ServingCertificate> {
  const authority = await createAuthority('kubevirt-stand-in');
  const host = `${service.name}.${service.namespace}.svc`;
  const pair = await issueCertificate(authority, { commonName: host, hosts: [host] });
  return { authority: authority.certificate, pair };
}

/** Tells the API server to forward the group's requests to `port` of this machine. */
export async function register(
  cluster: Cluster,
  { port, authority }: { port: number; authority: string },
): Promise<void> {
  const options = { fieldManager, force: true };
  await cluster
    .resource(services)
    .apply({ metadata: service, spec: { type: 'ExternalName', externalName: 'localhost' } }, options);
  await cluster.resource(apiServices).apply(
    {
      metadata: { name: apiServiceName },
      spec: {
        group: subresourceGroup,
        version: subresourceVersion,
        groupPriorityMinimum: 1000,
        versionPriority: 15,
        service: { ...service, port },
        caBundle: Buffer.from(authority).toString('base64'),
      },
    },
    options,
  );
}

/** An APIService that nobody serves would keep namespaces from ending. */
export async function unregister(cluster: Cluster): Promise<void> {
  try {
    await cluster.resource(apiServices).delete({ name: apiServiceName });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
