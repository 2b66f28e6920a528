import { afterEach, describe, expect, it } from '@jest/globals';
import { vmImages, type Workload } from '@gpulease/crds';
import { findCondition, namespaces } from '@gpulease/kube';
import { virtualMachineInstances } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { type Harness, NAMESPACE } from '../../testing/harness.ts';
import type { PassingClock } from '../../testing/passing-clock.ts';
import { useOperator } from '../../testing/use-operator.ts';

const TIMEOUT = 600_000;
const MINUTE_MS = 60_000;

describe('a failing start', () => {
  let harness: Harness;
  let clock: PassingClock;
  useOperator((started) => ({ harness, clock } = started));
  afterEach(() => setFaults(null), TIMEOUT);

  const setFaults = (faults: string | null) => harness.fault(namespaces, { name: NAMESPACE }, faults);

  async function startWith(faults: string | null): Promise<Workload> {
    const workload = await harness.create();
    await setFaults(faults);
    await harness.accept(workload);
    return workload;
  }

  /** Requests a new start, which lifts the halt of a failure. */
  const startAgain = (workload: Workload) =>
    harness.change(workload, { restartedAt: clock.now().toISOString() });

  /** Expects that the place is released, and not before the machine is gone. */
  async function expectGone(workload: Workload): Promise<void> {
    await eventually(async () => {
      const { status } = await harness.get(workload);
      expect(status?.placed).toBeUndefined();
    });
    expect(await instances()).toEqual([]);
  }

  async function instances(): Promise<string[]> {
    const { items } = await harness.cluster.resource(virtualMachineInstances).list({ namespace: NAMESPACE });
    return items.map(({ metadata, status }) => `${metadata.name} ${status?.phase ?? ''}`);
  }

  it(
    'reports at once that an image cannot be pulled, fails at its deadline, and succeeds once that is fixed',
    async () => {
      const workload = await startWith('ImagePullError');
      const held = await harness.untilReason(workload, 'ImagePullError');
      expect(held.status).toMatchObject({ phase: 'Starting', placed: { node: 'gpu-1' } });
      expect(held.status?.message).toBe(
        "The image of the machine's pod cannot be pulled; contact support (The image cannot be pulled (simulated)).",
      );
      expect(findCondition(held.status?.conditions, 'Provisioned')).toMatchObject({
        status: 'False',
        reason: 'ImagePullError',
      });
      await eventually(async () => {
        expect(await harness.eventsOf(workload, 'ImagePullError')).toMatchObject([{ type: 'Warning' }]);
      });
      clock.pass(15 * MINUTE_MS);
      const failed = await harness.until(workload, 'Failed');
      expect(failed.status).toMatchObject({
        reason: 'StartDeadlineExceeded',
        message: expect.stringContaining('cannot be pulled'),
        halt: { reason: 'StartDeadlineExceeded' },
      });
      expect(failed.status?.runs).toBeUndefined();
      await expectGone(workload);
      expect(await harness.eventsOf(workload, 'ImagePullError')).toHaveLength(1);
      await setFaults(null);
      await startAgain(workload);
      const running = await harness.until(workload, 'Running');
      expect(running.status).toMatchObject({ reason: 'Running', runs: [{ startedAt: expect.any(String) }] });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'fails with the message of CDI if a disk cannot be created, and releases its place',
    async () => {
      const workload = await startWith('ImportFailure');
      const failed = await harness.until(workload, 'Failed');
      expect(failed.status).toMatchObject({
        reason: 'ImportFailed',
        message: 'The disk could not be created from the image; try again or contact support.',
      });
      expect(findCondition(failed.status?.conditions, 'Provisioned')).toMatchObject({
        reason: 'ImportFailed',
        message: expect.stringContaining('the source cannot be read (simulated)'),
      });
      await expectGone(workload);
      await setFaults(null);
      await startAgain(workload);
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'waits for an image that could not be imported, and reports whom to contact',
    async () => {
      const images = { name: 'gpulease-images' };
      await harness.fault(namespaces, images, 'CopyStuck');
      const { spec } = await harness.cluster.resource(vmImages).get({ name: 'ubuntu' });
      await harness.cluster.resource(vmImages).create({ metadata: { name: 'broken' }, spec });
      const workload = await harness.create({ image: 'broken' });
      await harness.accept(workload);
      await harness.untilReason(workload, 'ImageNotReady');
      await harness.fault(namespaces, images, 'ImportFailure');
      const waiting = await harness.untilReason(workload, 'ImageImportFailed');
      expect(waiting.status).toMatchObject({
        phase: 'Pending',
        message:
          'The image could not be imported; the machine starts once this is fixed. If it is urgent, contact support.',
      });
      expect(waiting.status?.placed).toBeUndefined();
      await harness.fault(namespaces, images, null);
      await harness.until(workload, 'Running');
      await harness.destroy(workload);
      await harness.cluster.resource(vmImages).delete({ name: 'broken' });
    },
    TIMEOUT,
  );

  it(
    "returns to Pending if kube-scheduler refuses, with the scheduler's message for administrators, and retries later",
    async () => {
      const workload = await startWith('Unschedulable');
      const refused = await harness.untilReason(workload, 'Unschedulable');
      expect(refused.status?.phase).toBe('Starting');
      clock.pass(MINUTE_MS / 2);
      const waiting = await eventually(async () => {
        const present = await harness.get(workload);
        expect(present.status?.phase).toBe('Pending');
        return present;
      });
      expect(waiting.status).toMatchObject({
        reason: 'Unschedulable',
        message: 'The node had no room for the machine after all; looking for another node.',
        retry: { reason: 'Unschedulable', attempts: 1 },
      });
      expect(findCondition(waiting.status?.conditions, 'Scheduled')).toMatchObject({
        status: 'False',
        message: expect.stringContaining('0/1 nodes are available'),
      });
      await expectGone(workload);
      await setFaults(null);
      clock.pass(MINUTE_MS);
      const running = await harness.until(workload, 'Running');
      expect(running.status?.runs).toHaveLength(1);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'fails after a quarter of an hour, even if its cause is unknown',
    async () => {
      const workload = await startWith('SlowStart');
      await eventually(async () => expect(await instances()).toEqual([expect.stringMatching(/Scheduled$/)]));
      // The duration of the test itself counts, too.
      clock.pass(12 * MINUTE_MS);
      expect((await harness.get(workload)).status?.phase).toBe('Starting');
      clock.pass(3 * MINUTE_MS);
      const failed = await harness.until(workload, 'Failed');
      expect(failed.status).toMatchObject({
        reason: 'StartDeadlineExceeded',
        message: 'The machine did not start in time; try again or contact support.',
      });
      await expectGone(workload);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'fails at the third crash, with each run closed once at its crash',
    async () => {
      const workload = await startWith('CrashLoop');
      const failed = await harness.until(workload, 'Failed');
      expect(failed.status).toMatchObject({
        reason: 'CrashLoop',
        message:
          'The machine crashed three times within ten minutes; check its console, then start it again.',
        halt: { reason: 'CrashLoop' },
      });
      const runs = harness.runsOf(failed);
      // KubeVirt restarts a crashed machine at once, so a fourth may run before the third crash is handled.
      const crashes = runs.filter(({ endReason }) => endReason === 'MachineEnded');
      expect(crashes.length).toBeGreaterThanOrEqual(3);
      expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
      for (const { startedAt, stoppedAt = '' } of runs) {
        expect(Date.parse(stoppedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
      }
      await expectGone(workload);
      await setFaults(null);
      await startAgain(workload);
      const running = await harness.until(workload, 'Running');
      expect(running.status?.halt).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );
});
