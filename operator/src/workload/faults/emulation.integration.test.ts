import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { regions, type Workload } from '@gpulease/crds';
import { MESSAGE_ANNOTATION } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { Harness, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('with emulated processors', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    await harness.configureKubeVirt({ developerConfiguration: { useEmulation: true } });
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const setModel = (cpuModel: string | null) =>
    harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { cpuModel } });

  const instanceOf = (workload: Workload) =>
    harness.cluster.resource(virtualMachineInstances).get(machineRef(workload));

  /** Waits for this many changes of the instance: virt-handler reports its failure and clears it. */
  async function untilChanged(workload: Workload, times: number): Promise<void> {
    const versions = new Set<string | undefined>();
    while (versions.size <= times) versions.add((await instanceOf(workload)).metadata.resourceVersion);
  }

  it(
    'a machine starts with a CPU that can be emulated',
    async () => {
      const workload = await harness.running();
      expect((await instanceOf(workload)).spec.domain.cpu).toMatchObject({ model: 'host-model' });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'a start that virt-handler keeps retrying is reported once, and succeeds once the region is fixed',
    async () => {
      await setModel('host-passthrough');
      const workload = await harness.ordered();
      const refused = await harness.untilReason(workload, 'RefusedByKubeVirt');
      expect(refused.status?.message).not.toContain('Libvirt');
      await untilChanged(refused, 6);
      const later = await harness.get(workload);
      expect(later.status).toEqual(refused.status);
      expect(later.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'Ready', message: expect.stringContaining('host-passthrough') }),
      );
      const told = await harness.eventsOf(workload, 'RefusedByKubeVirt');
      expect(told).toEqual([
        expect.objectContaining({
          note: expect.stringContaining('host-passthrough'),
          metadata: expect.objectContaining({
            annotations: { [MESSAGE_ANNOTATION]: refused.status?.message },
          }),
        }),
      ]);
      expect(told[0]?.series).toBeUndefined();

      await setModel(null);
      await harness.change(workload, { powerState: 'Stopped' });
      await harness.until(workload, 'Stopped');
      await harness.change(workload, { powerState: 'Running' });
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
