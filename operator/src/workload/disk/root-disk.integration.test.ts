import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { regions, skus, type Workload } from '@gpulease/crds';
import { findCondition, parseQuantity, persistentVolumeClaims, storageClasses } from '@gpulease/kube';
import { virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('a root disk that should grow', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    // Larger than the machine's 100 GiB, so that the price includes room to grow.
    await harness.cluster.resource(skus).mergePatch({ name: 'a100-1' }, { spec: { disk: '4000Gi' } });
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const provisioned = ({ status }: Workload) => findCondition(status?.conditions, 'Provisioned');
  const childOf = ({ status }: Workload) => status?.virtualMachine ?? '';
  const claimOf = (workload: Workload) =>
    harness.cluster
      .resource(persistentVolumeClaims)
      .get({ namespace: NAMESPACE, name: `${childOf(workload)}-root` });
  const machineOf = (workload: Workload) =>
    harness.cluster.resource(virtualMachines).get({ namespace: NAMESPACE, name: childOf(workload) });
  const untilProvisioned = (workload: Workload, reason: string) =>
    eventually(async () => {
      const present = await harness.get(workload);
      expect(provisioned(present)?.reason).toBe(reason);
      return present;
    });
  /** Waits for the size, because the condition is the same before and after. */
  const untilGrown = (workload: Workload) =>
    eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status).toMatchObject({ phase: 'Running', rootDiskSize: '150Gi' });
      expect(provisioned(present)?.reason).toBe('Provisioned');
    });

  it(
    'grows while its machine runs, without a change of its VirtualMachine',
    async () => {
      const workload = await harness.running();
      const { metadata, spec } = await machineOf(workload);
      await harness.change(workload, { rootDiskSize: '150Gi' });
      await eventually(async () => {
        const { status } = await claimOf(workload);
        expect(status?.capacity).toEqual({ storage: '150Gi' });
      });
      await untilGrown(workload);
      const after = await machineOf(workload);
      expect(after.metadata.generation).toBe(metadata.generation);
      expect(after.spec.dataVolumeTemplates).toEqual(spec.dataVolumeTemplates);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps its size if the storage cannot expand it, reports that, and grows once the storage can',
    async () => {
      const classes = harness.cluster.resource(storageClasses);
      await classes.mergePatch({ name: 'simulated' }, { allowVolumeExpansion: false });
      const workload = await harness.running();
      await harness.change(workload, { rootDiskSize: '150Gi' });
      const refused = await untilProvisioned(workload, 'StorageCannotGrow');
      expect(refused.status).toMatchObject({ phase: 'Running', rootDiskSize: '100Gi' });
      expect(provisioned(refused)?.message).toMatch(/stays at 100Gi/);
      await classes.mergePatch({ name: 'simulated' }, { allowVolumeExpansion: true });
      await untilGrown(workload);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'grows on its node only as far as there is room',
    async () => {
      const region = harness.cluster.resource(regions);
      await region.mergePatch({ name: 'east' }, { spec: { storage: { locality: 'Node' } } });
      const neighbour = await harness.running();
      const workload = await harness.running();
      await harness.change(workload, { rootDiskSize: '3999Gi' });
      const refused = await untilProvisioned(workload, 'NoRoomForDisk');
      expect(refused.status).toMatchObject({ phase: 'Running', rootDiskSize: '100Gi' });
      // The rest of the node is still available to others.
      await harness.change(neighbour, { rootDiskSize: '200Gi' });
      await eventually(async () => {
        const { status } = await harness.get(neighbour);
        expect(status?.rootDiskSize).toBe('200Gi');
      });
      await harness.destroy(neighbour);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'grows no further than the price includes',
    async () => {
      await harness.cluster.resource(skus).mergePatch({ name: 'a100-1' }, { spec: { disk: '120Gi' } });
      const workload = await harness.running({ rootDiskSize: '110Gi' });
      await expect(harness.change(workload, { rootDiskSize: '4Ti' })).rejects.toThrow(
        'rootDiskSize can grow no further than the disk that the price includes',
      );
      await harness.change(workload, { rootDiskSize: '120Gi' });
      await eventually(async () => {
        const { status } = await harness.get(workload);
        expect(status?.rootDiskSize).toBe('120Gi');
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is created no larger than the price includes, even if more was ordered before that was known',
    async () => {
      const workload = await harness.running({ rootDiskSize: '4Ti' });
      const refused = await untilProvisioned(workload, 'DiskNotIncluded');
      expect(refused.status).toMatchObject({ phase: 'Running', rootDiskSize: '120Gi' });
      expect(provisioned(refused)?.message).toMatch(/includes a root disk of 120Gi/);
      const { spec } = await claimOf(workload);
      expect(parseQuantity(spec?.resources?.requests?.storage ?? 0)).toBe(parseQuantity('120Gi'));
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
