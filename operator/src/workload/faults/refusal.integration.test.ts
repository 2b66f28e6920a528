import { describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { findCondition, resourceQuotas, services } from '@gpulease/kube';
import { virtualMachines } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import { type Harness, NAMESPACE } from '../../testing/harness.ts';
import type { PassingClock } from '../../testing/passing-clock.ts';
import { useOperator } from '../../testing/use-operator.ts';

const TIMEOUT = 600_000;
const LONGEST_PAUSE_MS = 300_000;

describe('an object refused by the API server', () => {
  let harness: Harness;
  let clock: PassingClock;
  useOperator((started) => ({ harness, clock } = started));

  /** Makes the API server refuse writes of a kind until the returned function is called. */
  async function refuse(group: string, resource: string): Promise<() => Promise<unknown>> {
    const name = `no-${resource}`;
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const items = [
      {
        apiVersion,
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name },
        spec: {
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: [group],
                apiVersions: ['*'],
                operations: ['CREATE', 'UPDATE'],
                resources: [resource],
              },
            ],
          },
          validations: [{ expression: 'false', message: `${resource} are out of fashion` }],
        },
      },
      {
        apiVersion,
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name },
        spec: { policyName: name, validationActions: ['Deny'] },
      },
    ];
    const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await harness.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], manifest);
    return () => harness.controlPlane.kubectl(['delete', '--filename=-', '--wait'], manifest);
  }

  /** Waits until the policy is in effect, which takes a while. */
  async function untilRefused(make: () => Promise<unknown>): Promise<void> {
    await eventually(() => expect(make()).rejects.toThrow('out of fashion'));
  }

  /** Waits until the workload has released its place and reports why it pauses. */
  function untilGivenBack(workload: Workload, reason: string): Promise<Workload> {
    return eventually(async () => {
      const present = await harness.get(workload);
      expect(present.status).toMatchObject({ phase: 'Pending', reason, retry: { reason } });
      expect(present.status?.retry?.attempts).toBeGreaterThanOrEqual(3);
      expect(present.status?.placed).toBeUndefined();
      return present;
    });
  }

  /** Skips all remaining pauses, but no time after them, because the start has a deadline too. */
  const untilRunning = (workload: Workload) =>
    eventually(async () => {
      const { phase, retry } = (await harness.get(workload)).status ?? {};
      const isPaused = Date.parse(retry?.nextAt ?? '') > clock.now().getTime();
      if (phase === 'Pending' && isPaused) clock.pass(LONGEST_PAUSE_MS);
      expect(phase).toBe('Running');
    });

  it(
    'releases the place if a quota of Services is exhausted, is reported to customer and administrators, and is created once there is room',
    async () => {
      await harness.untilTenantIsReady();
      const quotas = harness.cluster.resource(resourceQuotas);
      const quota = { name: 'no-services', namespace: NAMESPACE };
      await quotas.create({ metadata: quota, spec: { hard: { 'count/services': '0' } } });
      await eventually(async () => expect((await quotas.get(quota)).status?.hard).toBeDefined());
      const workload = await harness.create();
      await harness.accept(workload);

      const waiting = await untilGivenBack(workload, 'ServiceRefused');
      expect(waiting.status?.message).toBe(
        "The platform could not open the machine's ports; we have been notified.",
      );
      for (const type of ['Scheduled', 'Provisioned', 'Ready']) {
        expect(findCondition(waiting.status?.conditions, type)).toMatchObject({
          status: 'False',
          reason: 'ServiceRefused',
          message: expect.stringContaining('exceeded quota: no-services'),
        });
      }
      await eventually(async () => {
        expect(await harness.eventsOf(workload, 'ServiceRefused')).toContainEqual(
          expect.objectContaining({ type: 'Warning', note: expect.stringContaining('exceeded quota') }),
        );
      });

      await quotas.delete(quota);
      await untilRunning(workload);
      expect((await harness.get(workload)).status?.retry).toBeUndefined();
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'leaves all GPUs to the next workload if it is an Ingress, and is created once they are free and the host can be served',
    async () => {
      const permit = await refuse('networking.k8s.io', 'ingresses');
      await untilRefused(() =>
        harness.controlPlane.kubectl([
          'create',
          'ingress',
          'probe',
          '--rule=a.example/*=b:80',
          '--dry-run=server',
        ]),
      );
      const all = { skuQuantity: 4, rootDiskSize: '400Gi' };
      const http = { host: 'train.east.example', targetPort: 8080 };
      const refused = await harness.create({ ...all, http });
      await harness.accept(refused);
      await untilGivenBack(refused, 'IngressRefused');
      const next = await harness.running(all);
      expect(next.status?.placed?.node).toBe('gpu-1');

      await permit();
      await harness.destroy(next);
      await untilRunning(refused);
      await harness.destroy(refused);
    },
    TIMEOUT,
  );

  it(
    'is reported at once if it is a VirtualMachine, which starts once it is accepted',
    async () => {
      const permit = await refuse('kubevirt.io', 'virtualmachines');
      const client = harness.cluster.resource(virtualMachines);
      const metadata = { name: 'probe', namespace: NAMESPACE };
      const spec = { runStrategy: 'Halted', template: { spec: { domain: { devices: {} } } } } as never;
      await untilRefused(() => client.create({ metadata, spec }, { dryRun: true }));
      const workload = await harness.create();
      await harness.accept(workload);
      await harness.untilReason(workload, 'VirtualMachineRefused');
      const waiting = await untilGivenBack(workload, 'VirtualMachineRefused');
      expect(waiting.status?.message).toBe(
        'The platform could not create the machine; we have been notified.',
      );
      expect(findCondition(waiting.status?.conditions, 'Provisioned')?.message).toContain(
        'virtualmachines are out of fashion',
      );
      await permit();
      await untilRunning(workload);
      await harness.destroy(workload);
      const { items } = await harness.cluster.resource(services).list({ namespace: NAMESPACE });
      expect(items).toEqual([]);
    },
    TIMEOUT,
  );
});
