import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { localManifest } from './local.ts';
import { parseManifests } from './testing/helm.ts';
import { create, kubectl, patch, refusal } from './testing/kubectl.ts';
import { claim, disk, machine, namespace, tenantNamespace, workload } from './testing/objects.ts';

const workloadDefinition = join(import.meta.dirname, '../gpulease/files/crds/workloads.yaml');
const home = `--namespace=${tenantNamespace}`;
const ofMachine = { 'gpulease.dev/workload': 'vision', 'gpulease.dev/tenant': 'policies' };
/** Common to the messages of all policies. If two deny a request, the API server picks one. */
const guarded = "is in a tenant's namespace, where ";

const container = { name: 'main', image: 'registry.example/miner' };

function pod(name: string, spec: object = {}, metadata: object = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: tenantNamespace, ...metadata },
    spec: { containers: [container], ...spec },
  };
}

function deployment(kind: string, apiVersion: string, spec: object = {}) {
  const labels = { app: 'miner' };
  const template = { metadata: { labels }, spec: { containers: [container], ...spec } };
  return {
    apiVersion,
    kind,
    metadata: { name: 'miner', namespace: tenantNamespace },
    spec: { selector: { matchLabels: labels }, template },
  };
}

function service(name: string, labels: object = {}) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: tenantNamespace, labels },
    spec: { selector: labels, ports: [{ port: 22 }] },
  };
}

function secret(name: string, labels: object = {}) {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: tenantNamespace, labels } };
}

const ingress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'any-host', namespace: tenantNamespace },
  spec: { rules: [{ host: 'vision.cn-east-1.gpulease.example' }] },
};

const openEgress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'open', namespace: tenantNamespace },
  spec: { podSelector: {}, policyTypes: ['Egress'], egress: [{}] },
};

/** Objects that would give their creator a host, unpaid GPUs, or another customer's traffic. */
const forbidden: [string, object][] = [
  [
    'a privileged pod',
    pod('root', {
      hostPID: true,
      containers: [{ ...container, securityContext: { privileged: true } }],
      volumes: [{ name: 'host', hostPath: { path: '/' } }],
    }),
  ],
  [
    'a pod with GPUs',
    pod('gpus', { containers: [{ ...container, resources: { limits: { 'nvidia.com/L40S': '2' } } }] }),
  ],
  ['a Deployment', deployment('Deployment', 'apps/v1')],
  ['a DaemonSet', deployment('DaemonSet', 'apps/v1')],
  [
    'a Job',
    {
      ...deployment('Job', 'batch/v1'),
      spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
    },
  ],
  ['a VirtualMachine', machine('free-gpu', {})],
  ['a VirtualMachine with the labels of a Workload', machine('forged', ofMachine)],
  ['a DataVolume', disk('free-disk', {})],
  ['a claim', claim('free-claim', {})],
  ['a Service', service('taken')],
  ['an Ingress', ingress],
  ['a NetworkPolicy', openEgress],
  ["a Secret with a machine's labels", secret('forged', ofMachine)],
];

/** Returns the fields of a Workload's spec from its definition. */
function workloadFields(): string[] {
  const definition = parse(readFileSync(workloadDefinition, 'utf8')) as {
    spec: { versions: { schema: { openAPIV3Schema: { properties: { spec: { properties: object } } } } }[] };
  };
  return Object.keys(definition.spec.versions[0]!.schema.openAPIV3Schema.properties.spec.properties);
}

describe("in a tenant's namespace", () => {
  let cluster: OwnControlPlane;
  let as: Record<
    'admin' | 'gpuleaseAdmin' | 'editor' | 'operator' | 'kubeVirt' | 'support' | 'tenant' | 'driver',
    string
  >;

  beforeAll(async () => {
    cluster = await startOwnControlPlane({ kinds: true });
    await cluster.kubectl(['create', 'namespace', 'gpulease-system']);
    await cluster.kubectl(['apply', '--server-side', `--filename=${localManifest}`]);
    await create(cluster.kubeconfig, namespace(tenantNamespace, { 'gpulease.dev/tenant': 'policies' }));
    await create(cluster.kubeconfig, namespace('drivers', {}));
    for (const [account, where] of [
      ['default', tenantNamespace],
      ['driver', 'drivers'],
    ] as const)
      await kubectl(cluster.kubeconfig, ['apply', '--server-side', '--filename=-'], {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: account, namespace: where },
      });
    as = {
      admin: cluster.kubeconfig,
      gpuleaseAdmin: await cluster.addUser({ name: 'mei', groups: ['gpulease:admins', 'system:masters'] }),
      editor: await cluster.addUser({ name: 'editor' }),
      operator: await cluster.serviceAccountKubeconfig('gpulease-system', 'gpulease-operator'),
      kubeVirt: await cluster.addUser({ name: 'gpulease:kubevirt', groups: ['system:masters'] }),
      support: await cluster.addUser({ name: 'support' }),
      tenant: await cluster.addUser({ name: 'tenant' }),
      driver: await cluster.serviceAccountKubeconfig('drivers', 'driver'),
    };
    // KubeVirt and CDI extend Kubernetes' edit role like this.
    const machines = [
      'virtualmachines.kubevirt.io,virtualmachineinstances.kubevirt.io,datavolumes.cdi.kubevirt.io',
      // More than KubeVirt grants, like a custom role.
      'virtualmachines.kubevirt.io/status,datavolumes.cdi.kubevirt.io/status',
    ].join(',');
    await cluster.kubectl(['create', 'clusterrole', 'edit-machines', '--verb=*', `--resource=${machines}`]);
    const bindings = [
      // The source of Kubernetes' edit role; there is no controller here to aggregate it.
      ['rolebinding', 'editor', home, '--clusterrole=system:aggregate-to-edit', '--user=editor'],
      ['rolebinding', 'reader', home, '--clusterrole=system:aggregate-to-view', '--user=editor'],
      ['rolebinding', 'machines', home, '--clusterrole=edit-machines', '--user=editor'],
      ['rolebinding', 'tenant', home, '--clusterrole=gpulease-edit', '--user=tenant'],
      ['clusterrolebinding', 'tenant', '--clusterrole=gpulease-catalogue', '--user=tenant'],
      ['clusterrolebinding', 'support', '--clusterrole=gpulease-support', '--user=support'],
      ['clusterrolebinding', 'driver', '--clusterrole=cluster-admin', '--serviceaccount=drivers:driver'],
    ];
    for (const binding of bindings) await cluster.kubectl(['create', ...binding]);
  }, 300_000);
  afterAll(() => cluster.stop());

  it.each(forbidden)("users with Kubernetes' edit role cannot create %s", async (_what, object) => {
    await refusal(() => create(as.editor, object), guarded);
    expect(await create(as.driver, object)).not.toContain('created');
  });

  it('the error names the alternative, and what an administrator must add', async () => {
    await refusal(() => create(as.editor, pod('root')), 'To get a machine, create a Workload.');
    expect(await create(as.editor, pod('root'))).toContain(
      'editor is not in policies.controllers of the chart; if it is such a controller, add it there',
    );
  });

  it('a ServiceAccount of the tenant has no more permissions than its creator', async () => {
    const account = await cluster.serviceAccountKubeconfig(tenantNamespace, 'default');
    await cluster.kubectl([
      ...['create', 'rolebinding', 'own', home, '--clusterrole=system:aggregate-to-edit'],
      `--serviceaccount=${tenantNamespace}:default`,
    ]);
    await refusal(() => create(account, pod('root')), guarded);
  });

  describe('with a machine', () => {
    const parts = [machine, disk, claim] as const;
    const kinds = parts.map((part) => part('vision', ofMachine));

    beforeAll(async () => {
      for (const object of kinds) expect(await create(as.kubeVirt, object)).toContain('created');
      expect(await create(as.kubeVirt, pod('virt-launcher', {}, { labels: ofMachine }))).toContain('created');
      for (const object of [service('vision', ofMachine), secret('vision', ofMachine)])
        expect(await create(as.operator, object)).toContain('created');
    });

    it.each(kinds)('users cannot delete its $kind directly, even by removing its label', async ({ kind }) => {
      const target = [kind, 'vision', home];
      const message = `${kind} vision belongs to Workload ${tenantNamespace}/vision and is in a tenant's namespace`;
      for (const who of [as.editor, as.admin]) {
        await refusal(() => kubectl(who, ['delete', ...target, '--dry-run=server']), message);
        const answer = await kubectl(who, ['delete', ...target, '--dry-run=server']);
        expect(answer).toContain("set the Workload's spec.powerState to Stopped");
        expect(await kubectl(who, ['label', ...target, 'gpulease.dev/workload-'])).toContain(guarded);
      }
      for (const who of [as.gpuleaseAdmin, as.kubeVirt])
        expect(await kubectl(who, ['delete', ...target, '--dry-run=server'])).toContain('deleted');
    });

    it('users cannot delete all disks at once', () =>
      refusal(
        () =>
          kubectl(as.admin, ['delete', `--raw=/api/v1/namespaces/${tenantNamespace}/persistentvolumeclaims`]),
        'PersistentVolumeClaim vision belongs to Workload',
      ));

    it.each([
      ['VirtualMachine', { spec: { runStrategy: 'Always' } }],
      ['PersistentVolumeClaim', { spec: { volumeName: 'of-another' } }],
      ['PersistentVolumeClaim', { metadata: { annotations: { 'cdi.kubevirt.io/any': 'thing' } } }],
      ['Service', { spec: { type: 'ClusterIP', selector: { app: 'mine' } } }],
      ['Secret', { stringData: { userdata: 'mine' } }],
      ['Pod', { metadata: { labels: { 'kubevirt.io': null, app: 'mine' } } }],
    ])('users cannot change its %s to %j', async (kind, change) => {
      const name = kind === 'Pod' ? 'virt-launcher' : 'vision';
      await refusal(() => patch(as.editor, [kind, name, home], change), guarded);
    });

    it.each([
      ['VirtualMachine', { printableStatus: 'Stopped' }],
      ['DataVolume', { phase: 'Succeeded' }],
    ])('only controllers can set the status of its %s to %j', async (kind, status) => {
      const target = [kind, 'vision', home, '--subresource=status'];
      await refusal(() => patch(as.editor, target, { status }), guarded);
      for (const who of [as.kubeVirt, as.driver, as.gpuleaseAdmin])
        expect(await patch(who, target, { status })).toContain('patched');
    });

    it('users cannot open a shell in its pod', async () => {
      await refusal(
        () => kubectl(as.editor, ['exec', 'virt-launcher', home, '--', 'sh']),
        'where opening a shell in a pod is not allowed',
      );
      const debug = ['debug', 'virt-launcher', home, '--image=registry.example/debug', '--target=main'];
      await refusal(() => kubectl(as.admin, debug), guarded);
    });

    it('storage and network drivers, whose accounts are unknown, can annotate objects but not take them over', async () => {
      const target = ['PersistentVolumeClaim', 'vision', home];
      const mark = {
        metadata: { annotations: { 'volume.kubernetes.io/storage-resizer': 'driver.example' } },
      };
      expect(await patch(as.driver, target, mark)).toContain('patched');
      for (const change of [
        { metadata: { labels: { 'gpulease.dev/workload': null } } },
        { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'any', uid: 'any' }] } },
        { spec: { volumeName: 'of-another' } },
      ])
        expect(await patch(as.driver, target, change)).toContain(guarded);
    });
  });

  it("Kubernetes' own controllers keep working", async () => {
    const kubernetes = [
      'system:kube-scheduler',
      'system:node:gpu-1',
      'system:serviceaccount:kube-system:persistent-volume-binder',
      'system:serviceaccount:kube-system:namespace-controller',
    ];
    await create(as.kubeVirt, claim('bound', ofMachine));
    for (const name of kubernetes) {
      const who = await cluster.addUser({ name, groups: ['system:masters'] });
      const bind = { spec: { volumeName: 'volume-1' } };
      expect(await patch(who, ['PersistentVolumeClaim', 'bound', home], bind)).toContain('patched');
      expect(
        await kubectl(who, ['delete', 'PersistentVolumeClaim', 'bound', home, '--dry-run=server']),
      ).toContain('deleted');
      if (!name.endsWith('namespace-controller')) await refusal(() => create(who, pod('any')), guarded);
    }
  });

  it('tenants can create Secrets with user data and ConfigMaps, but not set our labels on them', async () => {
    expect(await create(as.editor, secret('user-data'))).toContain('created');
    const config = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'notes', namespace: tenantNamespace },
    };
    expect(await create(as.editor, config)).toContain('created');
    for (const target of [
      ['secret', 'user-data', home],
      ['configmap', 'notes', home],
    ])
      await refusal(
        () => kubectl(as.editor, ['label', ...target, 'gpulease.dev/tenant=victim']),
        'labels of gpulease.dev are set by the operator alone',
      );
  });

  it('the namespace keeps the label and owner that protect it', async () => {
    const tenant = { apiVersion: 'gpulease.dev/v1alpha1', kind: 'Tenant', metadata: { name: 'marked' } };
    await create(as.admin, { ...tenant, spec: { username: 'li-mei' } });
    const uid = await kubectl(as.admin, ['get', 'tenant', 'marked', '--output=jsonpath={.metadata.uid}']);
    const owner = { apiVersion: 'gpulease.dev/v1alpha1', kind: 'Tenant', name: 'marked', uid };
    await create(as.admin, namespace('u-marked', { 'gpulease.dev/tenant': 'marked' }, [owner]));
    const target = ['namespace', 'u-marked'];
    for (const change of [
      { labels: { 'gpulease.dev/tenant': null } },
      { labels: { 'gpulease.dev/tenant': 'other' } },
      { ownerReferences: null },
    ])
      await refusal(() => patch(as.admin, target, { metadata: change }), "namespace u-marked is a tenant's");
    expect(await kubectl(as.admin, ['label', ...target, 'team=vision'])).toContain('labeled');
    expect(await patch(as.gpuleaseAdmin, target, { metadata: { ownerReferences: null } })).toContain(
      'patched',
    );
  });

  it('work in other namespaces is not affected', async () => {
    const elsewhere = { ...pod('free'), metadata: { name: 'free', namespace: 'drivers' } };
    expect(await create(as.driver, elsewhere)).toContain('created');
  });

  describe('Workloads', () => {
    const target = (name: string) => ['workloads.gpulease.dev', name, home];

    it('can be frozen by support, which can change nothing else (such as adding its key to every machine)', async () => {
      await create(as.admin, workload('held'));
      const message = 'support may only freeze and unfreeze Workload held';
      for (const change of [
        {
          spec: {
            ssh: {
              authorizedKeys: [
                'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f support',
              ],
            },
          },
        },
        { spec: { restartedAt: '2026-11-22T08:00:00Z' } },
        { spec: { powerState: 'Stopped' } },
        { spec: { rootDiskSize: '40Gi' } },
        { spec: { freeze: { reason: 'Abuse report.' }, powerState: 'Stopped' } },
        { metadata: { labels: { team: 'vision' } } },
        { metadata: { annotations: { note: 'any' } } },
        { metadata: { finalizers: ['example.com/kept'] } },
      ])
        await refusal(() => patch(as.support, target('held'), change), message);
      expect(
        await patch(as.support, target('held'), { spec: { freeze: { reason: 'Abuse report.' } } }),
      ).toContain('patched');
      expect(await patch(as.support, target('held'), { spec: { freeze: null } })).toContain('patched');
    });

    it('have no other field that support can change', () => {
      const policy = parseManifests(readFileSync(localManifest, 'utf8')).find(
        ({ metadata }) => metadata.name === 'gpulease-workload-freezers',
      );
      for (const field of workloadFields().filter((one) => one !== 'freeze'))
        expect(JSON.stringify(policy)).toContain(`object.spec.?${field} == oldObject.spec.?${field}`);
    });

    it('only get labels that match namespace and spec, so that a tenant cannot pose as another', async () => {
      const lie = { labels: { 'gpulease.dev/tenant': 'victim' } };
      const message = 'label gpulease.dev/tenant of a Workload must be policies, not victim.';
      await refusal(() => create(as.tenant, workload('liar', lie)), message);
      await create(as.tenant, workload('honest', { labels: { 'gpulease.dev/tenant': 'policies' } }));
      await refusal(() => patch(as.tenant, target('honest'), { metadata: lie }), message);
      const sku = { metadata: { labels: { 'gpulease.dev/sku': 'cheap' } } };
      await refusal(() => patch(as.tenant, target('honest'), sku), 'must be a100, not cheap');
    });

    it('can be ordered, listed and deleted with gpulease-edit and gpulease-catalogue, which show no host and no customer', async () => {
      const order = workload('ordered');
      expect(await kubectl(as.tenant, ['apply', '--filename=-'], order)).toContain('created');
      expect(await kubectl(as.tenant, ['get', 'workloads.gpulease.dev', home])).toContain('ordered');
      expect(await kubectl(as.tenant, ['get', 'skus'])).toContain('No resources found');
      for (const kind of ['tenants.gpulease.dev', 'computenodes'])
        expect(await kubectl(as.tenant, ['get', kind])).toContain('forbidden');
      expect(await kubectl(as.tenant, ['delete', ...target('ordered')])).toContain('deleted');
    });
  });
});
