import { describe, expect, it } from '@jest/globals';
import type { Condition, Workload } from '@gpulease/crds';
import { findCondition, pods } from '@gpulease/kube';
import { virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { type Harness, NAMESPACE, machineRef } from '../../testing/harness.ts';
import type { PassingClock } from '../../testing/passing-clock.ts';
import { useOperator } from '../../testing/use-operator.ts';

const TIMEOUT = 600_000;
/** Half a minute for the guest and a minute for KubeVirt and the kubelet. */
const GRACE_MS = 90_000;

describe('a machine that does not stop', () => {
  let harness: Harness;
  let clock: PassingClock;
  useOperator((started) => ({ harness, clock } = started));

  const setFault = (workload: Workload, faults: string | null) =>
    harness.fault(virtualMachines, machineRef(workload), faults);

  async function podOf(workload: Workload): Promise<string> {
    const { items } = await harness.cluster.resource(pods).list({ namespace: NAMESPACE });
    return (
      items.find(({ metadata }) => metadata.name.includes(machineRef(workload).name))?.metadata.name ?? ''
    );
  }

  async function untilToldToGo(workload: Workload): Promise<void> {
    await eventually(async () => {
      const { metadata } = await harness.cluster.resource(virtualMachineInstances).get(machineRef(workload));
      expect(metadata.deletionTimestamp).toBeDefined();
    });
  }

  it(
    'keeps its GPUs but is no longer charged after a stop, reports where it hangs, and is forced off',
    async () => {
      const workload = await harness.running({ skuQuantity: 4, rootDiskSize: '400Gi' });
      await setFault(workload, 'StuckTerminating');
      await harness.change(workload, { powerState: 'Stopped' });
      const stopping = await harness.until(workload, 'Stopping');
      expect(stopping.status?.reason).toBe('StopRequested');
      const [run] = harness.runsOf(stopping);
      expect(run).toMatchObject({ stoppedAt: expect.any(String), endReason: 'StopRequested' });
      await untilToldToGo(workload);
      clock.pass(GRACE_MS);
      const stuck = await harness.untilReason(workload, 'StuckTerminating');
      expect(stuck.status).toMatchObject({
        phase: 'Stopping',
        message: 'The machine did not shut down in time; we have been notified.',
        placed: { node: 'gpu-1' },
        runs: [run],
      });
      expect(findCondition(stuck.status?.conditions, 'Running')?.reason).toBe('StopRequested');
      expect(findCondition(stuck.status?.conditions, 'Ready')?.message).toContain(
        `Pod ${await podOf(workload)} on node gpu-1 has not terminated; check virt-handler and the kubelet of that node.`,
      );
      await eventually(async () => {
        const { spec } = await harness.cluster.resource(virtualMachineInstances).get(machineRef(workload));
        expect(spec.terminationGracePeriodSeconds).toBe(0);
      });
      const other = await harness.create();
      await harness.accept(other);
      const waiting = await harness.untilReason(other, 'QuotaExceeded');
      expect(waiting.status?.placed).toBeUndefined();
      await eventually(async () =>
        expect(await harness.eventsOf(workload, 'StuckTerminating')).toMatchObject([{ type: 'Warning' }]),
      );

      await setFault(workload, null);
      const stopped = await harness.until(workload, 'Stopped');
      expect(stopped.status).toMatchObject({ reason: 'Stopped', runs: [run] });
      expect(stopped.status?.placed).toBeUndefined();
      await harness.until(other, 'Running');
      await harness.destroy(other);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'ends for billing when KubeVirt saw it end, even while no operator ran',
    async () => {
      const workload = await harness.running();
      await setFault(workload, 'StuckTerminating');
      await harness.change(workload, { powerState: 'Stopped' });
      await untilToldToGo(workload);
      await harness.stopOperators();
      await setFault(workload, null);
      const goneAt = await eventually(async () => {
        const { status } = await harness.cluster.resource(virtualMachines).get(machineRef(workload));
        const ready = status?.conditions?.find(({ type }) => type === 'Ready');
        expect(ready?.reason).toBe('VMINotExists');
        return Date.parse((ready as Condition).lastTransitionTime);
      });

      clock.pass(GRACE_MS / 3);
      harness.startOperator(undefined, { clock });
      const stopped = await harness.until(workload, 'Stopped');
      const [run] = harness.runsOf(stopped);
      // Condition times are exact to the second; the operator started half a minute later.
      expect(Math.abs(Date.parse(run?.goneAt ?? '') - goneAt)).toBeLessThan(10_000);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps its destroyed workload, and neither loses finalizers nor is replaced',
    async () => {
      const workload = await harness.running();
      await setFault(workload, 'StuckTerminating');
      const before = await harness.cluster.resource(virtualMachineInstances).get(machineRef(workload));
      await harness.controlPlane.kubectl([
        'delete',
        'workloads.gpulease.dev',
        workload.metadata.name,
        `-n=${NAMESPACE}`,
        '--wait=false',
      ]);
      await untilToldToGo(workload);
      clock.pass(GRACE_MS);
      const stuck = await harness.untilReason(workload, 'StuckTerminating');
      expect(stuck.status).toMatchObject({ phase: 'Destroying', placed: { node: 'gpu-1' } });
      const after = await harness.cluster.resource(virtualMachineInstances).get(machineRef(workload));
      expect(after.metadata).toMatchObject({
        uid: before.metadata.uid,
        finalizers: before.metadata.finalizers,
      });
      await setFault(workload, null);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
