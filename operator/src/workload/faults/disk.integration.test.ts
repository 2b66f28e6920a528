import { afterEach, describe, expect, it } from '@jest/globals';
import { regions, vmImages, type Workload } from '@gpulease/crds';
import { findCondition, namespaces, resourceQuotas, storageClasses } from '@gpulease/kube';
import { dataVolumes } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { type Harness, NAMESPACE } from '../../testing/harness.ts';
import type { PassingClock } from '../../testing/passing-clock.ts';
import { useOperator } from '../../testing/use-operator.ts';

const TIMEOUT = 600_000;
const MINUTE_MS = 60_000;

describe('a disk that CDI cannot create', () => {
  let harness: Harness;
  let clock: PassingClock;
  useOperator((started) => ({ harness, clock } = started));
  afterEach(() => setFaults(null), TIMEOUT);

  const setFaults = (faults: string | null) => harness.fault(namespaces, { name: NAMESPACE }, faults);
  const setStorage = (storage: object | null) =>
    harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { storage } });

  async function startWith(faults: string | null): Promise<Workload> {
    const workload = await harness.create();
    await setFaults(faults);
    await harness.accept(workload);
    return workload;
  }

  /** Waits until its place is released for this reason. */
  async function untilGivenBack(workload: Workload, reason: string): Promise<Workload> {
    return eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status).toMatchObject({ phase: 'Pending', reason, retry: { reason } });
      expect(present.status?.placed).toBeUndefined();
      return present;
    });
  }

  const untilImage = (reason: string) =>
    eventually(async () => {
      const image = await harness.cluster.resource(vmImages).get({ name: 'ubuntu' });
      const ready = findCondition(image.status?.conditions, 'Ready');
      expect(ready?.reason).toBe(reason);
      return ready;
    });

  it(
    'is created in a class unknown to CDI if disks are local or the region describes the class',
    async () => {
      await harness.cluster
        .resource(storageClasses)
        .create({ metadata: { name: 'local' }, provisioner: 'rancher.io/local-path' });
      await setStorage({ className: 'local', locality: 'Shared' });
      const refused = await untilImage('ImportRefused');
      expect(refused?.message).toContain('no accessMode specified in StorageProfile local');

      const modes = { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' };
      await setStorage({ className: 'local', locality: 'Shared', ...modes });
      await untilImage('Imported');
      const workload = await harness.running();
      const { items } = await harness.cluster.resource(dataVolumes).list({ namespace: NAMESPACE });
      expect(items.map(({ spec }) => spec.storage)).toMatchObject([modes]);
      await harness.destroy(workload);

      await setStorage({ className: 'local', locality: 'Node', accessModes: null, volumeMode: null });
      await untilImage('Imported');
      await harness.destroy(await harness.running());
      await setStorage(null);
      await untilImage('Imported');
    },
    TIMEOUT,
  );

  it(
    'is reported at once with the message of Kubernetes if a quota is exhausted, and releases the GPU',
    async () => {
      const name = 'disks';
      const quotas = harness.cluster.resource(resourceQuotas);
      const hard = { 'requests.storage': '1Gi' };
      await quotas.create({ metadata: { name, namespace: NAMESPACE }, spec: { hard } });
      await eventually(async () =>
        expect((await quotas.get({ name, namespace: NAMESPACE })).status?.hard).toEqual(hard),
      );
      const workload = await startWith(null);
      const told = await harness.untilReason(workload, 'DiskNotCreated');
      expect(told.status).toMatchObject({ phase: 'Starting', message: expect.not.stringContaining('quota') });
      expect(findCondition(told.status?.conditions, 'Provisioned')).toMatchObject({
        reason: 'DiskNotCreated',
        message: expect.stringContaining('exceeded quota: disks'),
      });
      clock.pass(MINUTE_MS / 2);
      await untilGivenBack(workload, 'DiskNotCreated');
      await quotas.delete({ name, namespace: NAMESPACE });
      await eventually(async () => {
        clock.pass(MINUTE_MS);
        expect((await harness.get(workload)).status?.phase).toBe('Running');
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it.each([
    { fault: 'StorageFull', reason: 'DiskNotProvided', toldAfter: 1, thenGivenBack: 4 },
    { fault: 'CopyStuck', reason: 'DiskCopyStuck', toldAfter: 5, thenGivenBack: 10 },
    { fault: 'ImportRetries', reason: 'ImportFailing', toldAfter: 0, thenGivenBack: 5 },
  ])(
    'is reported after a delay, releases the GPU, and starts once fixed: $fault',
    async ({ fault, reason, toldAfter, thenGivenBack }) => {
      const workload = await startWith(fault);
      await eventually(async () => {
        const { items } = await harness.cluster.resource(dataVolumes).list({ namespace: NAMESPACE });
        expect(items.map(({ status }) => status?.conditions?.length)).toEqual([3]);
      });
      clock.pass(toldAfter * MINUTE_MS);
      const told = await harness.untilReason(workload, reason);
      expect(told.status).toMatchObject({ phase: 'Starting', placed: { node: 'gpu-1' } });
      expect(findCondition(told.status?.conditions, 'Provisioned')?.reason).toBe(reason);
      clock.pass(thenGivenBack * MINUTE_MS);
      await untilGivenBack(workload, reason);
      await setFaults(null);
      clock.pass(MINUTE_MS);
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
