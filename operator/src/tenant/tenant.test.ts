import { describe, expect, it } from '@jest/globals';
import type { Tenant } from '@gpulease/crds';
import type { Namespace, ResourceQuota } from '@gpulease/kube';
import { clusterNetwork } from '../cluster-network/cluster-network.ts';
import { buildDefaultPolicy, buildDiskPolicy, buildNamespace, buildQuota } from './objects.ts';

const network = clusterNetwork({ dnsAddresses: ['169.254.20.10/32'], clusterRanges: [] }, [], []);
import { assessTenant, type TenantFacts } from './status.ts';

function aTenant(spec: Partial<Tenant['spec']> = {}): Tenant {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Tenant',
    metadata: { name: 'mei', uid: 'uid-1' },
    spec: { username: 'mei', state: 'Active', quota: { gpus: 4, workloads: 20 }, ...spec },
  };
}

const namespace: Namespace = { ...buildNamespace(aTenant()), status: { phase: 'Active' } };
const foreign = { metadata: { name: 'u-mei' }, status: { phase: 'Active' } } as Namespace;
const ending: Namespace = { ...namespace, status: { phase: 'Terminating' } };
const quota = {
  metadata: {},
  status: { used: { 'count/workloads.gpulease.dev': '1' } },
} as unknown as ResourceQuota;

describe("a tenant's namespace", () => {
  it('is named after the tenant and deleted with it (Rancher CVE-2021-36775: bindings that outlive)', () => {
    expect(buildNamespace(aTenant()).metadata).toMatchObject({
      name: 'u-mei',
      labels: { 'gpulease.dev/tenant': 'mei', 'pod-security.kubernetes.io/enforce': 'privileged' },
      ownerReferences: [{ kind: 'Tenant', name: 'mei' }],
    });
  });

  it('holds as many workloads as the quota allows', () => {
    expect(buildQuota(aTenant()).spec?.hard).toEqual({ 'count/workloads.gpulease.dev': '20' });
    expect(buildQuota(aTenant({ quota: {} })).spec?.hard).toEqual({});
  });

  it('admits only SSH from outside', () => {
    expect(buildDefaultPolicy(aTenant(), network).spec).toMatchObject({
      podSelector: {},
      ingress: [{ ports: [{ protocol: 'TCP', port: 22 }] }],
    });
  });

  it('lets machines reach DNS and the internet, but neither private networks nor the metadata service', () => {
    expect(buildDefaultPolicy(aTenant(), network).spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      egress: [
        {
          to: expect.arrayContaining([{ ipBlock: { cidr: '169.254.20.10/32' } }]),
          ports: [
            { protocol: 'UDP', port: 53 },
            { protocol: 'TCP', port: 53 },
          ],
        },
        { ports: [{ port: 5353 }, { port: 5353 }] },
        {
          to: expect.arrayContaining([
            {
              ipBlock: {
                cidr: '0.0.0.0/0',
                except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']),
              },
            },
          ]),
        },
      ],
    });
  });
});

describe('the policy for disks', () => {
  it('lets only CDI send an image to the pod that fills a disk', () => {
    const ofCdi = { matchLabels: { app: 'containerized-data-importer' } };
    expect(buildDiskPolicy(aTenant()).spec).toEqual({
      podSelector: ofCdi,
      policyTypes: ['Ingress'],
      ingress: [
        { from: [{ namespaceSelector: {}, podSelector: ofCdi }], ports: [{ protocol: 'TCP', port: 8443 }] },
      ],
    });
  });
});

describe('assessTenant', () => {
  const GiB = 2 ** 30;
  const used = { gpus: 3, workloads: 2, ports: 30, storage: 700 * GiB };

  it('reports what is used and what is left', () => {
    expect(assessTenant(aTenant(), { namespace, quota, used })).toMatchObject({
      fields: {
        namespace: 'u-mei',
        used: { ...used, storage: '700Gi' },
        free: { gpus: 1, workloads: 18, ports: 2 },
      },
      references: 2,
    });
  });

  it.each([
    ['1Ti', '324Gi'],
    ['500Gi', '0'],
  ])('reports for a quota of %s of disk space that %s is left', (storage, free) => {
    const { fields } = assessTenant(aTenant({ quota: { storage } }), { namespace, quota, used });
    expect(fields).toMatchObject({ free: { storage: free } });
  });

  it('reports zero when the quota is lowered below the use', () => {
    const tenant = aTenant({ quota: { gpus: 1 } });
    expect(assessTenant(tenant, { namespace, quota, used }).fields).toMatchObject({ free: { gpus: 0 } });
  });

  it.each<[name: string, reason: string, tenant: Tenant, facts: Partial<TenantFacts>]>([
    ['everything exists and is counted', 'Ready', aTenant(), {}],
    ['the namespace does not exist', 'NamespaceMissing', aTenant(), { namespace: undefined }],
    ['the namespace is being deleted', 'NamespaceMissing', aTenant(), { namespace: ending }],
    ['the namespace was created for something else', 'NamespaceTaken', aTenant(), { namespace: foreign }],
    ['another tenant has the username', 'UsernameTaken', aTenant(), { namesake: 'li' }],
    ['Kubernetes has not counted the quota yet', 'QuotaUnknown', aTenant(), { quota: undefined }],
    ['the tenant is suspended', 'Suspended', aTenant({ state: 'Suspended' }), {}],
  ])('when %s: %s', (_, reason, tenant, facts) => {
    const [ready] = assessTenant(tenant, { namespace, quota, used, ...facts }).conditions;
    expect(ready?.reason).toBe(reason);
  });

  it.each([
    [
      'all workloads are in use',
      { workloads: 2 },
      'The quota of 2 workloads is used up; no more can be ordered.',
    ],
    ['none is allowed', { workloads: 0 }, 'The quota of 0 workloads is used up; no more can be ordered.'],
    [
      'all GPUs are in use',
      { gpus: 3 },
      'The quota of 3 GPUs is used up; only workloads without GPUs can be ordered.',
    ],
    [
      'all disk space is in use',
      { storage: '700Gi' },
      'The quota of 700Gi of disk space is used up; no more can be ordered.',
    ],
    ['some quota is left', { gpus: 4, workloads: 3 }, 'Workloads can be ordered.'],
    ['nothing is limited', {}, 'Workloads can be ordered.'],
  ])('is Ready when %s and reports that', (_, spec, message) => {
    const [ready] = assessTenant(aTenant({ quota: spec }), { namespace, quota, used }).conditions;
    expect(ready).toMatchObject({ status: 'True', message });
  });

  it('omits a namespace that is not its own', () => {
    const { fields } = assessTenant(aTenant(), { namespace: foreign, quota, used });
    expect(fields).toMatchObject({ namespace: undefined });
  });
});
