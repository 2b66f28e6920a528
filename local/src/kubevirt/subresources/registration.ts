import { apiServices, services, validatingWebhookConfigurations, type Cluster } from '@gpulease/kube';
import { createAuthority, issueCertificate, type KeyPair } from '../../control-plane/certificates.ts';
import { fieldManager } from '../install.ts';
import { deleteIfThere } from '../write.ts';
import { evictionPath } from './evictions.ts';
import { subresourceGroup, subresourceVersion } from './discovery.ts';

const service = { namespace: 'kubevirt', name: 'virt-api' };
const webhooks = { name: 'virt-api-validator' };
const apiService = { name: `${subresourceVersion}.${subresourceGroup}` };

/** Creates a serving certificate for the service name that the API server connects to. Also returns the PEM of its authority. */
export async function createServingCertificate(): Promise<{ pair: KeyPair; authority: string }> {
  const authority = await createAuthority('kubevirt-simulator');
  const host = `${service.name}.${service.namespace}.svc`;
  const pair = await issueCertificate(authority, { commonName: host, hosts: [host] });
  return { pair, authority: authority.certificate };
}

/** Registers `port` of this machine with the API server, for the requests of the group and as the eviction webhook. */
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
      metadata: apiService,
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

/** Removes the registration. An unserved APIService would block namespace deletion, an unserved webhook evictions. */
export async function unregister(cluster: Cluster): Promise<void> {
  await deleteIfThere(cluster.resource(apiServices), { metadata: apiService });
  await deleteIfThere(cluster.resource(validatingWebhookConfigurations), { metadata: webhooks });
}
