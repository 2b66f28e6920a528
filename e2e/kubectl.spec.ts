import { expect, test } from '@playwright/test';
import type { Balance } from '@gpulease/contract/me';
import type { Workload } from '@gpulease/contract/workloads';
import { demoFacts } from './support/demo.ts';
import { kubectl, kubectlGet } from './support/kubectl.ts';
import { dearOffer, deductions, newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { eventually } from './support/wait.ts';

interface TenantList {
  items: { metadata: { name: string }; spec: { username: string }; status?: { namespace?: string } }[];
}

interface WorkloadObject {
  status?: { phase?: string; address?: string; sshPort?: number; runs?: { stoppedAt?: string }[] };
}

/** The first order creates a customer's Tenant, and with it the namespace. */
test.beforeAll(async () => {
  const session = await RestSession.user();
  await recharge(session, '60.00');
  const name = 'first-order';
  const order = await orderBody(session, name, newSshKey().publicKey, dearOffer);
  expect((await session.post('/workloads', order)).status).toBe(201);
  await untilStatus(session, name, 'RUNNING');
  expect((await session.post(`/workloads/${name}/destroy`, {})).status).toBe(202);
});

async function demoNamespace(): Promise<string> {
  const tenants = await eventually(
    () => kubectlGet<TenantList>(['tenants.gpulease.dev']),
    ({ items }) =>
      expect(
        items.find(({ spec }) => spec.username === demoFacts().demo.username)?.status?.namespace,
      ).toBeTruthy(),
  );
  return (
    tenants.items.find(({ spec }) => spec.username === demoFacts().demo.username)?.status?.namespace ?? ''
  );
}

function manifest(
  name: string,
  namespace: string,
  offer: { sku: string; region: string; pricing: string },
): string {
  return JSON.stringify({
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata: { name, namespace },
    spec: {
      type: 'VirtualMachine',
      sku: offer.sku,
      skuQuantity: 1,
      image: 'ubuntu-24.04',
      rootDiskSize: '40Gi',
      region: offer.region,
      pricing: { policy: offer.pricing, quantity: 1 },
      powerState: 'Running',
      ssh: { authorizedKeys: [newSshKey().publicKey] },
    },
  });
}

test('a workload applied with kubectl runs, is billed to its tenant, and is gone after kubectl delete (SPEC-10.25, SPEC-10.34)', async () => {
  const session = await RestSession.user();
  await recharge(session, '60.00');
  const namespace = await demoNamespace();
  const name = 'by-kubectl';
  const applied = await kubectl(['apply', '-f', '-'], manifest(name, namespace, dearOffer));
  expect(applied.stderr + applied.stdout).toContain(`workload.gpulease.dev/${name} created`);

  await eventually(
    () => kubectlGet<WorkloadObject>(['workloads.gpulease.dev', name, '-n', namespace]),
    (workload) => expect(workload.status?.phase).toBe('Running'),
  );
  const waited = await kubectl([
    'wait',
    '--for=condition=Ready',
    '-n',
    namespace,
    `workloads.gpulease.dev/${name}`,
    '--timeout=180s',
  ]);
  expect(waited.code).toBe(0);
  await test.step('its GPUs are passed through to the machine (SPEC-10.26)', () =>
    expectGpus(name, namespace, 8));
  const { body: shown } = await untilStatus(session, name, 'RUNNING');
  expect(shown.orderId).toBeTruthy();
  // Billing counts it a moment after the operator has reported it.
  await eventually(
    () => session.get<Balance>('/me/balance'),
    ({ body }) => expect(body.runningWorkloads).toBeGreaterThan(0),
  );

  const removed = await kubectl([
    'delete',
    'workloads.gpulease.dev',
    name,
    '-n',
    namespace,
    '--timeout=180s',
  ]);
  expect(removed.stdout).toContain('deleted');
  await untilStatus(session, name, 'DESTROYED');
  // The machine is gone before billing has charged for its last seconds.
  await eventually(
    () => deductions(session, name),
    (records) => expect(records.length).toBeGreaterThan(0),
  );
  const left = await kubectlGet<{ items: { metadata: { name: string } }[] }>(['vm,vmi,pod', '-n', namespace]);
  expect(left.items.filter(({ metadata }) => metadata.name.includes(name))).toEqual([]);
});

interface MachineObject {
  spec: { template: { spec: { domain: { devices: { gpus?: { deviceName: string }[] } } } } };
}

async function expectGpus(workload: string, namespace: string, count: number): Promise<void> {
  const { items } = await kubectlGet<{ items: MachineObject[] }>([
    'virtualmachines.kubevirt.io',
    '-n',
    namespace,
    '-l',
    `gpulease.dev/workload=${workload}`,
  ]);
  const devices = items.map(({ spec }) => spec.template.spec.domain.devices.gpus ?? []);
  expect(devices.map((gpus) => gpus.length)).toEqual([count]);
  expect(new Set(devices.flat().map(({ deviceName }) => deviceName))).toEqual(
    new Set(['nvidia.com/GA100_A100_PCIE_80GB']),
  );
}

test('everything sold and rented is a custom resource of the cluster (SPEC-10.23)', async () => {
  const listed = await kubectl(['api-resources', '--api-group=gpulease.dev', '-o', 'name']);
  const kinds = ['regions', 'computenodes', 'skus', 'vmimages', 'workloads'];
  expect(listed.stdout.split('\n')).toEqual(
    expect.arrayContaining(kinds.map((kind) => `${kind}.gpulease.dev`)),
  );
  for (const kind of kinds.slice(0, -1))
    expect(
      (await kubectlGet<{ items: object[] }>([`${kind}.gpulease.dev`])).items.length,
      kind,
    ).toBeGreaterThan(0);
});

const refusals = [
  { reason: 'an unknown field', change: { spec: { powerstate: 'Running' } }, says: /unknown field/ },
  { reason: 'a name no SKU can have', change: { spec: { sku: 'Not A Name' } }, says: /spec\.sku/ },
  {
    reason: 'more machines than a SKU may be multiplied by',
    change: { spec: { skuQuantity: 17 } },
    says: /spec\.skuQuantity/,
  },
];

for (const { reason, change, says } of refusals) {
  test(`kubectl apply of ${reason} is refused with what to write`, async () => {
    const namespace = await demoNamespace();
    const good = JSON.parse(manifest('refused', namespace, { sku: 'x', region: 'x', pricing: 'x' })) as {
      spec: object;
    };
    const bad = { ...good, spec: { ...good.spec, ...change.spec } };
    const answer = await kubectl(['apply', '--validate=strict', '-f', '-'], JSON.stringify(bad));
    expect(answer.code).not.toBe(0);
    expect(answer.stderr).toMatch(says);
  });
}

test('a workload outside a tenant namespace is refused', async () => {
  const answer = await kubectl(
    ['apply', '-f', '-'],
    manifest('stray', 'default', { sku: 'x', region: 'x', pricing: 'x' }),
  );
  expect(answer.code).not.toBe(0);
  expect(answer.stderr).toMatch(/tenant/);
});

test('objects that a workload uses cannot be deleted', async () => {
  const session = await RestSession.user();
  const { body } = await session.get<{ items: Workload[] }>('/workloads');
  expect(Array.isArray(body.items)).toBe(true);
  const answer = await kubectl(['delete', 'regions.gpulease.dev', '--all', '--timeout=5s']);
  expect(answer.code).not.toBe(0);
  expect(answer.stderr).toMatch(/in use/);
});
