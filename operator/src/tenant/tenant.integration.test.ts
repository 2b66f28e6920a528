import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { API_VERSION, tenants, type Tenant, type TenantSpec } from '@gpulease/crds';
import { findCondition, namespaces, networkPolicies, nodes, services } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { runKubectl, uniqueName } from '@gpulease/local/testing';
import { Harness, NAMESPACE } from '../testing/harness.ts';
import { inUsePolicies } from '../testing/chart.ts';

describe('a tenant', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], inUsePolicies());
    harness.startOperator();
  });
  afterAll(() => harness.stop());

  const client = () => harness.cluster.resource(tenants);
  const namespaceOf = (name: string) => harness.cluster.resource(namespaces).get({ name });

  async function aTenant(spec: Partial<TenantSpec> = {}, name = uniqueName('tenant')): Promise<string> {
    await client().create({ metadata: { name }, spec: { username: name, state: 'Active', ...spec } });
    return name;
  }

  /** Waits until Ready has this reason. */
  function untilReason(name: string, reason: string): Promise<Tenant> {
    return eventually(async () => {
      const tenant = await client().get({ name });
      const ready = findCondition(tenant.status?.conditions, 'Ready');
      if (ready?.reason === reason) return tenant;
      throw new Error(`Tenant ${name} is ${ready?.reason ?? 'not seen'}, not ${reason}`);
    });
  }

  it('never adopts or deletes a namespace made for something else (Rancher CVE-2020-10676: a namespace moved between owners)', async () => {
    const name = uniqueName('tenant');
    const metadata = { name: `u-${name}`, labels: { team: 'search' } };
    await harness.cluster.resource(namespaces).create({ metadata });
    await client().create({ metadata: { name }, spec: { username: name, state: 'Active' } });
    const { status } = await untilReason(name, 'NamespaceTaken');
    expect(status?.namespace).toBeUndefined();
    expect(Object.keys((await namespaceOf(`u-${name}`)).metadata.labels ?? {})).toEqual([
      'kubernetes.io/metadata.name',
      'team',
    ]);

    await client().delete({ name });
    await eventually(async () => expect(await client().find({ name })).toBeUndefined());
    const left = await namespaceOf(`u-${name}`);
    expect(left.metadata).toMatchObject({ labels: { team: 'search' } });
    expect([left.metadata.deletionTimestamp, left.metadata.ownerReferences]).toEqual([undefined, undefined]);
  });

  it('adopts a namespace of its name that was restored without its owner once it is handed over', async () => {
    const name = uniqueName('tenant');
    await harness.cluster.resource(namespaces).create({ metadata: { name: `u-${name}` } });
    await aTenant({}, name);
    const { metadata } = await untilReason(name, 'NamespaceTaken');
    // As described in docs/operating/backup-and-restore.md.
    const owner = { apiVersion: API_VERSION, kind: 'Tenant', name, uid: metadata.uid, controller: true };
    await harness.controlPlane.kubectl([
      ...['patch', 'namespace', `u-${name}`, '--type=merge'],
      `--patch=${JSON.stringify({ metadata: { ownerReferences: [owner] } })}`,
    ]);
    await untilReason(name, 'Ready');
    expect((await namespaceOf(`u-${name}`)).metadata.labels).toMatchObject({ 'gpulease.dev/tenant': name });
  });

  it.each([
    ['given another value', 'other'],
    ['removed entirely', null],
  ])("restores its namespace's labels when they are %s", async (_, value) => {
    const name = await aTenant();
    await untilReason(name, 'Ready');
    const labels = {
      'gpulease.dev/tenant': value,
      'pod-security.kubernetes.io/enforce': value && 'baseline',
    };
    await harness.cluster.resource(namespaces).mergePatch({ name: `u-${name}` }, { metadata: { labels } });
    await eventually(async () =>
      expect((await namespaceOf(`u-${name}`)).metadata.labels).toMatchObject({
        'gpulease.dev/tenant': name,
        'pod-security.kubernetes.io/enforce': 'privileged',
      }),
    );
  });

  it("keeps machines from the cluster's own addresses and lets them query its DNS, wherever both are", async () => {
    await harness.cluster.resource(services).create({
      metadata: { name: 'coredns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
      spec: { ports: [{ name: 'dns', protocol: 'UDP', port: 53 }] },
    });
    const dns = await harness.cluster.resource(services).get({ name: 'coredns', namespace: 'kube-system' });
    await harness.cluster.resource(nodes).create({
      metadata: { name: 'public' },
      spec: { podCIDRs: ['198.51.100.0/24'] },
    });
    await eventually(async () => {
      const ref = { namespace: NAMESPACE, name: 'gpulease-default' };
      const policy = await harness.cluster.resource(networkPolicies).get(ref);
      const [toDns, , toInternet] = policy.spec?.egress ?? [];
      expect(toDns?.to).toContainEqual({ ipBlock: { cidr: `${dns.spec?.clusterIP ?? ''}/32` } });
      expect(toInternet?.to?.[0]?.ipBlock?.except).toContain('198.51.100.0/24');
    });
    await harness.cluster.resource(nodes).delete({ name: 'public' });
  });

  it('does not inherit from an earlier tenant of the same username', async () => {
    const first = await aTenant({ username: 'mei-of-shanghai' });
    await untilReason(first, 'Ready');
    // If both are created in the same second, the name decides.
    const second = await aTenant({ username: 'mei-of-shanghai' }, `${first}-later`);
    const { status } = await untilReason(second, 'UsernameTaken');
    expect(findCondition(status?.conditions, 'Ready')?.message).toContain(
      `Tenant ${first} already has username`,
    );
    await client().delete({ name: first });
    await untilReason(second, 'Ready');
  });

  it('is counted after its quota is set and removed, and cannot be deleted while it has a machine', async () => {
    await harness.setQuota({ gpus: 8, workloads: 20 });
    await eventually(async () => expect((await client().get({ name: 'mei' })).status?.free?.gpus).toBe(8));
    await client().mergePatch({ name: 'mei' }, { spec: { quota: null } });
    await eventually(async () => {
      const { metadata, status } = await client().get({ name: 'mei' });
      expect([status?.free, status?.observedGeneration]).toEqual([{ ports: 32 }, metadata.generation]);
    });

    const workload = await harness.running();
    await eventually(async () =>
      expect((await client().get({ name: 'mei' })).status?.used).toEqual({
        gpus: 1,
        workloads: 1,
        ports: 0,
        storage: '100Gi',
      }),
    );
    const refused = await runKubectl(['delete', 'tenant', 'mei', '--wait=false'], harness.controlPlane);
    expect(refused.stderr).toContain('Tenant in use cannot be deleted: 1 workload belongs to it.');

    await harness.setQuota({ workloads: 1 });
    const { status } = await untilReason('mei', 'QuotaUsedUp');
    expect(findCondition(status?.conditions, 'Ready')).toMatchObject({
      status: 'True',
      message: 'The quota of 1 workload is used up; no more can be ordered.',
    });
    await harness.destroy(workload);
    await untilReason('mei', 'Ready');
    expect((await namespaceOf(NAMESPACE)).metadata.ownerReferences).toMatchObject([{ kind: 'Tenant' }]);
  });
});
