import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gpus, type Workload } from '@gpulease/crds';
import { nodes } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { coreNodeStatus, DEVICE } from '../../testing/catalogue.ts';
import { Harness, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;
const RENAMED = 'nvidia.com/A100_SXM4_80GB';

describe('a device plugin that renames its devices in an upgrade', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  /** Returns the devices of the running machine. */
  async function devicesOf(workload: Workload): Promise<(string | undefined)[]> {
    const { spec } = await harness.cluster.resource(virtualMachineInstances).get(machineRef(workload));
    return spec.domain.devices.gpus?.map(({ deviceName }) => deviceName) ?? [];
  }

  /** Offers the node's devices under the new name, permits it in KubeVirt and writes it into the GPU. */
  async function rename(): Promise<void> {
    const pciHostDevices = [DEVICE, RENAMED].map((resourceName) => ({
      pciVendorSelector: '10DE:20B2',
      resourceName,
      externalResourceProvider: true,
    }));
    await harness.configureKubeVirt({ permittedHostDevices: { pciHostDevices } });
    const amounts = { [DEVICE]: null, [RENAMED]: coreNodeStatus.allocatable[DEVICE] };
    const status = { allocatable: amounts, capacity: amounts };
    await harness.cluster
      .resource(nodes)
      .mergePatch({ name: 'gpu-1' }, { status }, { subresource: 'status' });
    await harness.cluster.resource(gpus).mergePatch({ name: 'a100' }, { spec: { deviceName: RENAMED } });
  }

  it(
    'stops no running machine, and every machine restarts with the new name',
    async () => {
      const [running, stopped] = [await harness.running(), await harness.running()];
      expect(await devicesOf(running)).toEqual([DEVICE]);
      await harness.change(stopped, { powerState: 'Stopped' });
      await harness.until(stopped, 'Stopped');

      await rename();

      await harness.change(stopped, { powerState: 'Running' });
      const started = await harness.until(stopped, 'Running');
      expect(await devicesOf(started)).toEqual([RENAMED]);
      const untouched = await harness.get(running);
      expect(untouched.status?.phase).toBe('Running');
      expect(harness.runsOf(untouched)).toEqual(harness.runsOf(running));
      expect(await devicesOf(running)).toEqual([DEVICE]);

      await harness.change(running, { restartedAt: new Date().toISOString() });
      await harness.untilSays(running, {
        phase: 'Running',
        runs: [{ stoppedAt: expect.any(String) }, { startedAt: expect.any(String) }],
      });
      expect(await devicesOf(running)).toEqual([RENAMED]);
    },
    TIMEOUT,
  );
});
