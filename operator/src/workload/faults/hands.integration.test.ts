import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ResourceDefinition, Workload } from '@gpulease/crds';
import { pods, services, type ApiObject } from '@gpulease/kube';
import { dataVolumes, virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('a manual change', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  /** Waits for the next run and returns the previous one, which must be closed. */
  async function untilNextRun(workload: Workload) {
    const again = await eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status?.phase).toBe('Running');
      expect(harness.runsOf(present)).toHaveLength(2);
      return present;
    });
    const runs = harness.runsOf(again).toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
    const before = runs.find(({ id }) => id === harness.runsOf(workload)[0]?.id);
    expect(before?.stoppedAt).toBeDefined();
    expect(runs.filter(({ stoppedAt }) => stoppedAt === undefined)).toHaveLength(1);
    return before;
  }

  /** Waits until the workload has exactly one object of the kind, and returns it. */
  function only<T extends ApiObject>(definition: ResourceDefinition<T>, workload: Workload): Promise<T> {
    return eventually(async () => {
      const { items } = await harness.cluster.resource(definition).list({ namespace: NAMESPACE });
      const own = items.filter(({ metadata }) => metadata.name.includes(workload.metadata.name));
      expect(own.map(({ metadata }) => metadata.name)).toHaveLength(1);
      return own[0]!;
    });
  }

  it.each([
    ['the instance', () => virtualMachineInstances],
    ['the pod', () => pods],
  ] as [string, () => ResourceDefinition<ApiObject>][])(
    'that deletes %s is repaired in the same place, and closes the run once',
    async (_, definition) => {
      const workload = await harness.running();
      const deleted = await only(definition(), workload);
      await harness.cluster.resource(definition()).delete(deleted.metadata);
      await untilNextRun(workload);
      const made = await only(definition(), workload);
      expect(made.metadata.uid).not.toBe(deleted.metadata.uid);
      const { status } = await harness.get(workload);
      expect(status).toMatchObject({ placed: workload.status?.placed, sshPort: workload.status?.sshPort });
      expect(status?.halt).toBeUndefined();
      await only(virtualMachines, workload);
      await only(services, workload);
      await only(dataVolumes, workload);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'that deletes the machine also deletes its disk, which is reported before a new disk is created',
    async () => {
      const workload = await harness.running();
      const deleted = await only(virtualMachines, workload);
      await harness.cluster.resource(virtualMachines).delete(deleted.metadata);
      const failed = await harness.until(workload, 'Failed');
      expect(failed.status).toMatchObject({
        reason: 'DiskLost',
        message: expect.stringContaining('its data is lost'),
        halt: { reason: 'DiskLost' },
      });
      expect(harness.runsOf(failed)).toMatchObject([{ stoppedAt: expect.any(String) }]);
      await harness.change(workload, { restartedAt: new Date().toISOString() });
      await untilNextRun(workload);
      const made = await only(virtualMachines, workload);
      expect(made.metadata.uid).not.toBe(deleted.metadata.uid);
      await only(services, workload);
      await only(dataVolumes, workload);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is reverted if it stops a machine whose workload should run',
    async () => {
      const workload = await harness.running();
      const client = harness.cluster.resource(virtualMachines);
      await client.mergePatch(machineRef(workload), { spec: { runStrategy: 'Halted' } });
      await untilNextRun(workload);
      const { spec } = await client.get(machineRef(workload));
      expect(spec.runStrategy).toBe('RerunOnFailure');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is preserved in labels, annotations and fields that we do not set',
    async () => {
      const workload = await harness.running();
      const client = harness.cluster.resource(services);
      const metadata = { annotations: { 'example.com/owner': 'net' }, labels: { team: 'net' } };
      await client.mergePatch(machineRef(workload), {
        metadata,
        spec: { externalTrafficPolicy: 'Local', selector: { app: 'another' } },
      });
      await eventually(async () => {
        const service = await client.get(machineRef(workload));
        expect(service.spec?.selector).toMatchObject({ 'gpulease.dev/workload': workload.metadata.name });
        expect(service).toMatchObject({ metadata, spec: { externalTrafficPolicy: 'Local' } });
      });
      expect((await harness.get(workload)).status?.runs).toEqual(workload.status?.runs);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
