import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { annotations, finalizers, workloads } from '@gpulease/crds';
import { networkPolicies, persistentVolumeClaims, services, type RequestReport } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually, startCollector } from '@gpulease/kube/testing';
import { startTracing } from '@gpulease/kube/tracing';
import { silentLogger } from '../runtime/logger.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { Harness, machineRef, NAMESPACE } from '../testing/harness.ts';

const TIMEOUT = 600_000;
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8X0ZrUQqgfQn1gmpM0rmnLD4JHb8C0gZ1Vn1yqAb2u me';

const webPort = { protocol: 'TCP' as const, port: 8080, targetPort: 8080 };

/** Whether the request writes an object of a workload; events do not count. */
function isWrite({ verb, resource }: RequestReport): boolean {
  return ['create', 'patch', 'delete'].includes(verb) && MACHINE_RESOURCES.has(resource);
}
const MACHINE_RESOURCES = new Set([
  'workloads',
  'workloads/status',
  'virtualmachines',
  'services',
  'networkpolicies',
  'secrets',
  'ingresses',
]);

describe('a workload on a real API server', () => {
  let harness: Harness;
  let writes: RequestReport[] = [];
  const metrics = createMetrics();
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator(
      (report) => {
        if (isWrite(report)) writes.push(report);
      },
      { metrics },
    );
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  it(
    'waits for its order, gets a place and runs, with at most five writes',
    async () => {
      const workload = await harness.create({ ssh: { authorizedKeys: [KEY] } });
      const pending = await harness.until(workload, 'Pending');
      expect(pending.status?.reason).toBe('WaitingForOrder');
      expect(pending.metadata.finalizers).toEqual([finalizers.workload, finalizers.billing]);
      expect(pending.metadata.labels).toEqual({
        'gpulease.dev/tenant': 'mei',
        'gpulease.dev/sku': 'a100-1',
        'gpulease.dev/region': 'east',
      });
      await eventually(() => expect(writes.at(-1)?.resource).toBe('workloads/status'));
      writes = [];
      await harness.accept(workload);
      const running = await harness.until(workload, 'Running');
      // The answer to the last write may reach us before it reaches the operator.
      await eventually(() => {
        expect(writes.map(({ resource }) => resource).sort()).toEqual([
          'secrets',
          'services',
          'virtualmachines',
          'workloads/status',
          'workloads/status',
        ]);
      });
      expect(running.status).toMatchObject({
        placed: { node: 'gpu-1' },
        resources: { cpu: 4, memory: '16Gi', gpu: { model: 'a100', count: 1 } },
        address: '127.0.0.1',
        sshPort: expect.any(Number),
        sshUser: 'ubuntu',
      });
      const instance = await harness.cluster.resource(virtualMachineInstances).get(machineRef(running));
      expect(running.status?.runs).toEqual([{ id: instance.metadata.uid, startedAt: expect.any(String) }]);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is reconciled less often than the objects of its machine change',
    async () => {
      const looks = async () => {
        const total = metrics.registry.getSingleMetric('controller_runtime_reconcile_total');
        const { values } = (await total?.get()) ?? { values: [] };
        const own = values.filter(({ labels }) => labels.controller === 'workload');
        return own.reduce((sum, { value }) => sum + value, 0);
      };
      const workload = await harness.running();
      const disk = { namespace: NAMESPACE, name: `${machineRef(workload).name}-root` };
      const before = await looks();
      const changes = 30;
      for (let change = 0; change < changes; change += 1) {
        const annotations = { 'example.com/change': String(change) };
        await harness.cluster
          .resource(persistentVolumeClaims)
          .mergePatch(disk, { metadata: { annotations } });
      }
      await eventually(async () => expect(await looks()).toBeGreaterThan(before));
      expect((await looks()) - before).toBeLessThan(changes);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'continues the trace of its order, with a span for each write until it runs',
    async () => {
      const collector = await startCollector();
      const tracing = await startTracing(
        { endpoint: new URL(collector.url), ratio: 1 },
        { service: 'gpulease-operator', log: () => silentLogger },
      );
      const trace = { id: 'a'.repeat(32), span: 'b'.repeat(16) };
      const workload = await harness.create();
      const asked = { [annotations.traceparent]: `00-${trace.id}-${trace.span}-01` };
      const { namespace, name } = workload.metadata;
      await harness.cluster
        .resource(workloads)
        .mergePatch({ namespace, name }, { metadata: { annotations: asked } });
      await harness.accept(workload);
      await harness.until(workload, 'Running');
      await tracing.stop();
      const spans = collector.spans.filter(({ traceId }) => traceId === trace.id);
      const reconciled = spans.filter((one) => one.name === 'reconcile Workload');
      expect(reconciled).toContainEqual(
        expect.objectContaining({
          ...{ service: 'gpulease-operator', parentSpanId: trace.span },
          attributes: { 'gpulease.workload_uid': workload.metadata.uid },
        }),
      );
      const [made] = spans.filter((one) => one.name.endsWith(' virtualmachines'));
      expect(made && collector.above(made)).toEqual(['reconcile Workload']);
      // A reconcile that writes nothing has no span.
      const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId));
      expect(reconciled.filter(({ spanId }) => !parents.has(spanId))).toEqual([]);
      await collector.close();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'stops on request, releases its place, and starts again with the same disk and port',
    async () => {
      const first = await harness.running();
      await harness.change(first, { powerState: 'Stopped' });
      const stopped = await harness.until(first, 'Stopped');
      expect(stopped.status?.placed).toBeUndefined();
      expect(stopped.status?.halt).toBeUndefined();
      expect(stopped.status?.runs).toEqual([
        expect.objectContaining({ stoppedAt: expect.any(String), endReason: 'StopRequested' }),
      ]);
      await harness.change(first, { powerState: 'Running' });
      const again = await harness.until(first, 'Running');
      expect(again.status?.sshPort).toBe(first.status?.sshPort);
      expect(again.status?.runs).toHaveLength(2);
      await harness.destroy(first);
    },
    TIMEOUT,
  );

  it(
    'stays off even if KubeVirt was about to restart it after a crash',
    async () => {
      const workload = await harness.running();
      await harness.change(workload, { powerState: 'Stopped' });
      const stopped = await harness.until(workload, 'Stopped');
      const client = harness.cluster.resource(virtualMachines);
      const crashed = { status: { stateChangeRequests: [{ action: 'Start' }] } };
      const before = await client.mergePatch(machineRef(stopped), crashed, { subresource: 'status' });
      const after = await eventually(async () => {
        const present = await client.get(machineRef(stopped));
        expect(present.status?.stateChangeRequests).toBeUndefined();
        expect(present.spec.runStrategy).toBe('Halted');
        expect(present.status?.created).toBe(false);
        return present;
      });
      // At most, KubeVirt has switched it on once and we have switched it off again.
      expect((after.metadata.generation ?? 0) - (before.metadata.generation ?? 0)).toBeLessThanOrEqual(2);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'starts a new machine when a restart is requested, and closes the run of the old one',
    async () => {
      const first = await harness.running();
      await harness.change(first, { restartedAt: new Date().toISOString() });
      const again = await eventually(async () => {
        const present = await harness.get(first);
        expect(present.status?.phase).toBe('Running');
        expect(present.status?.runs).toHaveLength(2);
        return present;
      });
      // Distinguished by their ends, because the API server keeps no order of this list.
      const before = again.status?.runs?.find(({ stoppedAt }) => stoppedAt !== undefined);
      const after = again.status?.runs?.find(({ stoppedAt }) => stoppedAt === undefined);
      expect(before?.endReason).toBe('RestartRequested');
      expect(Date.parse(after?.startedAt ?? '')).toBeGreaterThanOrEqual(
        Math.floor(Date.parse(before?.stoppedAt ?? '') / 1000) * 1000,
      );
      await harness.destroy(first);
    },
    TIMEOUT,
  );

  it(
    'stops when the funds run out, and does not restart without a request when they return',
    async () => {
      const workload = await harness.running();
      await harness.fund(workload, { status: 'False', reason: 'InsufficientFunds' });
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.status?.halt?.reason).toBe('Funds');
      await harness.accept(workload);
      await harness.change(workload, { restartedAt: new Date().toISOString() });
      const running = await harness.until(workload, 'Running');
      expect(running.status?.halt).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'stops automatically when its funded time ends without a settlement, and starts again automatically if its owner chose so',
    async () => {
      const workload = await harness.running({ resume: 'Automatic' });
      await harness.fund(workload, {
        status: 'True',
        reason: 'OrderAccepted',
        until: new Date(Date.now() + 4000),
      });
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.status).toMatchObject({ halt: { reason: 'Funds' }, reason: 'RunwayEnded' });
      await harness.accept(workload);
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'waits with a reason while there is no capacity, and starts when some is released',
    async () => {
      const holder = await harness.running({ skuQuantity: 4, rootDiskSize: '400Gi' });
      const waiting = await harness.create();
      await harness.accept(waiting);
      await eventually(async () => {
        const { status } = await harness.get(waiting);
        expect(status).toMatchObject({ phase: 'Pending', reason: 'QuotaExceeded' });
      });
      await harness.controlPlane.kubectl([
        'patch',
        'tenant',
        'mei',
        '--type=merge',
        '-p',
        '{"spec":{"quota":{"gpus":8}}}',
      ]);
      await eventually(async () => {
        const { status } = await harness.get(waiting);
        expect(status).toMatchObject({ phase: 'Pending', reason: 'NoCapacity' });
        expect(status?.message).toMatch(/^No node in east has .* A100 80 GB, .* free for a100-1\./);
      });
      await harness.destroy(holder);
      await harness.until(waiting, 'Running');
      await harness.destroy(waiting);
    },
    TIMEOUT,
  );

  it(
    'restores objects that are deleted or changed manually',
    async () => {
      const workload = await harness.running({ ports: [webPort] });
      const child = machineRef(workload);
      const policy = await harness.cluster.resource(networkPolicies).get(child);
      await harness.cluster.resource(networkPolicies).delete(child);
      await harness.cluster.resource(services).mergePatch(child, { spec: { selector: { app: 'another' } } });
      await eventually(async () => {
        const made = await harness.cluster.resource(networkPolicies).get(child);
        expect(made.metadata.uid).not.toBe(policy.metadata.uid);
        const service = await harness.cluster.resource(services).get(child);
        expect(service.spec?.selector).toEqual({ 'gpulease.dev/workload': workload.metadata.name });
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'leaves nothing behind when it is destroyed',
    async () => {
      const workload = await harness.running({ ports: [webPort] });
      const child = machineRef(workload);
      await harness.destroy(workload);
      for (const kind of [virtualMachines, services, networkPolicies]) {
        expect(await harness.cluster.resource(kind as typeof services).find(child)).toBeUndefined();
      }
    },
    TIMEOUT,
  );

  it(
    'closes the run of a destroyed workload before it removes the finalizer',
    async () => {
      const workload = await harness.running();
      await harness.cluster.resource(workloads).delete(workload.metadata);
      const destroyed = await harness.until(workload, 'Destroyed');
      expect(destroyed.status?.runs).toEqual([expect.objectContaining({ stoppedAt: expect.any(String) })]);
      expect(destroyed.status?.placed).toBeUndefined();
      await eventually(async () =>
        expect((await harness.get(workload)).metadata.finalizers).toEqual([finalizers.billing]),
      );
      await harness.cluster
        .resource(workloads)
        .mergePatch(workload.metadata, { metadata: { finalizers: null } });
    },
    TIMEOUT,
  );
});
