import {
  apiServices,
  isNotFound,
  services,
  validatingWebhookConfigurations,
  type Cluster,
  type ResourceClient,
} from '@gpulease/kube';
import { createAuthority, issueCertificate, type KeyPair } from '../../control-plane/certificates.ts';
import { fieldManager } from '../install.ts';
import { evictionPath } from './evictions.ts';
import { subresourceGroup, subresourceVersion } from './discovery.ts';

const service = { namespace: 'kubevirt', name: 'virt-api' };
const webhooks = { name: 'virt-api-validator' };
const apiServiceName = `${subresourceVersion}.${subresourceGroup}`;

export interface ServingCertificate {
  /** PEM of the authority that signed it. */
  authority: string;
  pair: KeyPair;
}

/** A certificate for the name under which the API server calls us, created at each start. */
export async function createServingCertificate(): Promise<ServingCertificate> {
  const authority = await createAuthority('kubevirt-simulator');
  const host = `${service.name}.${service.namespace}.svc`;
  const pair = await issueCertificate(authority, { commonName: host, hosts: [host] });
  return { authority: authority.certificate, pair };
}

/** Tells the API server to forward the group's requests to `port` of this machine, and to ask there before evictions. */
export async function register(
  cluster: Cluster,
  { port, authority }: { port: number; authority: string },
): Promise<void> {
  const options = { fieldManager, force: true };
  const caBundle = Buffer.from(authority).toString('base64');
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
        caBundle,
      },
    },
    options,
  );
  await cluster.resource(validatingWebhookConfigurations).apply(
    {
      metadata: webhooks,
      webhooks: [
        {
          name: 'virt-launcher-eviction-interceptor.kubevirt.io',
          clientConfig: { service: { ...service, port, path: evictionPath }, caBundle },
          rules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods/eviction'] },
          ],
          admissionReviewVersions: ['v1'],
          sideEffects: 'NoneOnDryRun',
          failurePolicy: 'Fail',
        },
      ],
    },
    options,
  );
}

/** An APIService or a webhook that nobody serves would keep namespaces from ending, and pods from being evicted. */
export async function unregister(cluster: Cluster): Promise<void> {
  await remove(cluster.resource(apiServices), apiServiceName);
  await remove(cluster.resource(validatingWebhookConfigurations), webhooks.name);
}

async function remove(client: Pick<ResourceClient<never>, 'delete'>, name: string): Promise<void> {
  try {
    await client.delete({ name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
