import { describe, expect, it } from '@jest/globals';
import type { WorkloadStatus } from '@gpulease/crds';
import {
  NOW,
  aScope,
  aVirtualMachine,
  aWorkload,
  anInstance,
  funded,
  minutesAgo,
} from '../../testing/scope.ts';
import { seenMachine } from '../machine/machine-state.ts';
import { inFull } from '../causes/cause.ts';
import { isEvacuationOver, reasonToInterrupt } from './may-run.ts';
import { observe } from './observe.ts';
import type { Scope } from '../scope.ts';
import { buildStatus } from '../status/status.ts';
import { standingFailure } from './standing-failure.ts';

const base: WorkloadStatus = { conditions: [funded], placed: { node: 'gpu-1', at: minutesAgo(5) } };
const inPhase = (phase: WorkloadStatus['phase']) => aWorkload({}, { ...base, phase: phase! });

/** A workload whose stop was requested that long ago; its run ended with its notice an hour before. */
function stopping(minutes: number): Scope['workload'] {
  const lastTransition = { at: minutesAgo(minutes), reason: 'StopRequested', message: 'You did.' };
  return aWorkload(
    {},
    { ...base, phase: 'Stopping', stoppedAt: minutesAgo(minutes + 60), conditions: [funded], lastTransition },
  );
}

function aNode(minutes: number, status = 'Unknown'): Scope['node'] {
  const ready = { type: 'Ready', status, lastTransitionTime: minutesAgo(minutes) };
  return { metadata: { name: 'host-1' }, status: { conditions: [ready] } } as unknown as Scope['node'];
}

function aPod(status: object, deletedMinutesAgo?: number): Scope['pods'][number] {
  const deletionTimestamp = deletedMinutesAgo === undefined ? undefined : minutesAgo(deletedMinutesAgo);
  const ownerReferences = [{ uid: 'vmi-1' }];
  return {
    metadata: { name: 'virt-launcher-train', deletionTimestamp, ownerReferences },
    spec: { nodeName: 'host-1', containers: [] },
    status,
  } as unknown as Scope['pods'][number];
}

function going(minutes: number | undefined): Scope['machine'] {
  const instance = anInstance({ Running: 30 });
  const deleted = minutes === undefined ? {} : { deletionTimestamp: minutesAgo(minutes) };
  return {
    ...instance,
    metadata: { ...instance.metadata, ...deleted },
    spec: { terminationGracePeriodSeconds: 30 },
  };
}

function aDisk(phase: string, running: object): Scope['rootDisk'] {
  return {
    metadata: { name: 'root' },
    status: { phase, conditions: [{ type: 'Running', ...running }] },
  } as Scope['rootDisk'];
}

const notSynchronized = (reason: string): Partial<Scope> => ({
  machine: anInstance({ Scheduling: 1 }),
  syncFailure: { reason, message: 'so says KubeVirt' },
});

const cases: [name: string, scope: Scope, reason: string | undefined, words?: string][] = [
  [
    'a start without a failure',
    aScope(inPhase('Starting'), { pods: [aPod({ phase: 'Pending' })] }),
    undefined,
  ],
  [
    'a start whose disk is being created',
    aScope(inPhase('Starting'), { rootDisk: aDisk('ImportInProgress', { status: 'True' }) }),
    undefined,
  ],
  [
    'a start whose disk fails and is retried',
    aScope(inPhase('Starting'), {
      rootDisk: aDisk('ImportInProgress', { status: 'False', reason: 'Error', message: 'no such host.' }),
    }),
    'ImportFailing',
    'retried. CDI reports: no such host.',
  ],
  [
    'a start whose pod cannot pull its image, according to the kubelet',
    aScope(inPhase('Starting'), {
      pods: [
        aPod({
          containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff', message: 'not found' } } }],
        }),
      ],
    }),
    'ImagePullError',
    '(not found)',
  ],
  [
    'a start whose pod cannot pull its image, according to KubeVirt',
    aScope(inPhase('Starting'), notSynchronized('ErrImagePull')),
    'ImagePullError',
    '(so says KubeVirt)',
  ],
  [
    'a start that KubeVirt refuses',
    aScope(inPhase('Starting'), notSynchronized('FailedCreate')),
    'RefusedByKubeVirt',
    'contact support. so says KubeVirt',
  ],
  [
    'a start for which KubeVirt may not clone the image',
    aScope(inPhase('Starting'), {
      virtualMachine: aVirtualMachine(
        { runStrategy: 'RerunOnFailure' },
        {
          conditions: [
            { type: 'Failure', status: 'True', reason: 'FailedCreate', message: 'not authorized' },
          ],
        },
      ),
    }),
    'RefusedByKubeVirt',
    'contact support. not authorized',
  ],
  [
    'a start that kube-scheduler refuses for now',
    aScope(inPhase('Starting'), {
      pods: [
        aPod({
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1' }],
        }),
      ],
      node: aNode(60, 'True'),
    }),
    'Unschedulable',
    'looking for another node. 0/1',
  ],
  [
    'a start that kube-scheduler refuses because its Node is gone',
    aScope(inPhase('Starting'), {
      node: undefined,
      pods: [aPod({ conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] })],
    }),
    'Unschedulable',
    'Node gpu-1 is no longer in the cluster; looking for another node.',
  ],
  ['a running machine', aScope(inPhase('Running'), { machine: anInstance({ Running: 3 }) }), undefined],
  [
    'a running machine whose node is unreachable',
    aScope(inPhase('Running'), { machine: anInstance({ Running: 3 }), node: aNode(1) }),
    'NodeNotReady',
    'Node host-1 is not responding',
  ],
  [
    'a machine that is within its shutdown time',
    aScope(inPhase('Stopping'), { machine: going(1), pods: [aPod({})] }),
    undefined,
  ],
  [
    'a machine that does not shut down',
    aScope(inPhase('Stopping'), { machine: going(2), pods: [aPod({})] }),
    'StuckTerminating',
    'Pod virt-launcher-train on node host-1',
  ],
  [
    'a machine that does not shut down because its node is unreachable',
    aScope(inPhase('Destroying'), { machine: going(2), pods: [aPod({})], node: aNode(1) }),
    'StuckTerminating',
    'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute',
  ],
  [
    'a machine that KubeVirt keeps although its pod is gone',
    aScope(inPhase('Stopping'), { machine: going(2) }),
    'StuckTerminating',
    'check why KubeVirt keeps instance train-0a1b2c3d',
  ],
  [
    'a pod that outlives its machine',
    aScope(inPhase('Failed'), { pods: [aPod({}, 2)] }),
    'StuckTerminating',
    'Pod virt-launcher-train',
  ],
  [
    'a machine that KubeVirt does not record as off',
    aScope(stopping(2), {
      virtualMachine: aVirtualMachine({ runStrategy: 'Halted' }, { created: true }),
    }),
    'StuckTerminating',
    'KubeVirt does not report it as off',
  ],
  [
    'a machine that had no instance and may be getting one',
    aScope(stopping(2), {
      virtualMachine: aVirtualMachine({ runStrategy: 'Halted' }),
      rootDisk: aDisk('Succeeded', {}),
    }),
    'StuckTerminating',
    'KubeVirt does not report it as off',
  ],
  [
    'a failed machine that holds nothing and whose disk finally becomes ready',
    aScope(aWorkload({}, { ...stopping(2).status, placed: undefined, phase: 'Failed' }), {
      virtualMachine: aVirtualMachine({ runStrategy: 'Halted' }, { printableStatus: 'Provisioning' }),
      rootDisk: aDisk('Succeeded', {}),
    }),
    undefined,
  ],
  [
    'a Spot machine that is stopped now, although its run ended with its notice',
    aScope(stopping(0), { machine: going(undefined), pods: [aPod({})] }),
    undefined,
  ],
  [
    'a machine of a lost node, which its own failure explains',
    aScope(inPhase('Failed'), { machine: going(9), pods: [aPod({})], node: aNode(20) }),
    undefined,
  ],
];

describe('the failure of', () => {
  it.each(cases)('%s', (_, scope, reason, words = '') => {
    const failure = standingFailure(scope);
    expect(failure?.reason).toBe(reason);
    expect(failure === undefined ? '' : inFull(failure)).toContain(words);
  });
});

describe('a destroyed machine with leftovers', () => {
  const deleted = (minutes: number, finalizers?: string[]) =>
    ({
      kind: 'Service',
      metadata: { name: 'train-0a1b2c3d', deletionTimestamp: minutesAgo(minutes), finalizers },
    }) as unknown as Scope['service'];
  const cleanup = ['service.kubernetes.io/load-balancer-cleanup'];

  it.each<[string, Scope, string | undefined]>([
    [
      'reports the leftover and its finalizers after five minutes',
      aScope(inPhase('Destroying'), { service: deleted(5, cleanup) }),
      `Service train-0a1b2c3d waits for the finalizers ${cleanup[0]!}; check the controllers that set them.`,
    ],
    ['waits before that', aScope(inPhase('Destroying'), { service: deleted(4, cleanup) }), undefined],
    [
      'reports only the machine while that has not ended',
      aScope(inPhase('Destroying'), {
        service: deleted(5, cleanup),
        machine: going(6),
        pods: [aPod({})],
      }),
      'Pod virt-launcher-train on node host-1 has not terminated; check virt-handler and the kubelet of that node.',
    ],
    ['reports nothing for a running machine', aScope(inPhase('Running'), { service: deleted(5) }), undefined],
  ])('%s', (_, scope, detail) => {
    expect(standingFailure(scope)?.detail).toBe(detail);
  });
});

describe('a failure that ends', () => {
  it('is replaced by the reason of the last transition', () => {
    const told: WorkloadStatus = {
      ...base,
      phase: 'Stopping',
      reason: 'StuckTerminating',
      message: 'It does not go.',
      lastTransition: { at: minutesAgo(1), reason: 'StopRequested', message: 'You did.' },
    };
    const scope = aScope(aWorkload({ powerState: 'Stopped' }, told), { machine: going(1), pods: [aPod({})] });
    const decision = { observed: observe(scope), transition: undefined };
    expect(buildStatus(scope, decision)).toMatchObject({ phase: 'Stopping', reason: 'StopRequested' });
  });
});

describe('a machine in the run ledger', () => {
  const running = (changes: Partial<Scope>) => seenMachine(aScope(inPhase('Running'), changes));
  const failed = (status: object = {}) => {
    const instance = anInstance({ Running: 30 });
    return { ...instance, status: { ...instance.status, phase: 'Failed', ...status } } as Scope['machine'];
  };

  it('ended with its node if KubeVirt blames the node', () => {
    expect(running({ machine: failed({ reason: 'NodeUnresponsive' }) })?.endReason).toBe('NodeLost');
  });

  it.each([
    ['when it ended, according to KubeVirt', 'PodNotExists', minutesAgo(2)],
    ['not when its probe failed long before', 'ContainersNotReady', undefined],
    ['not when it was paused long before', 'ReadinessGatesNotReady', undefined],
  ])('was over %s', (_, reason, over) => {
    const ready = { type: 'Ready', status: 'False', reason, lastTransitionTime: minutesAgo(2) };
    const { overSince } = running({ machine: failed({ conditions: [ready] }) }) ?? {};
    expect(overSince?.toISOString()).toBe(over);
  });

  it('ended with its node if the cluster removed its pod', () => {
    const pod = aPod({
      conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager' }],
    });
    expect(running({ machine: failed(), pods: [pod] })?.endReason).toBe('NodeLost');
    expect(running({ machine: failed(), pods: [aPod({})] })?.endReason).toBeUndefined();
  });

  it('ended with its node if its Node was deleted, even if its pod was gone before', () => {
    expect(running({ machine: failed(), node: undefined })?.endReason).toBe('NodeLost');
  });

  it('was preempted by a pod of higher priority, and explains that to the customer', () => {
    const condition = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' };
    const changes = { machine: failed(), pods: [aPod({ conditions: [condition] })] };
    expect(running(changes)?.endReason).toBe('Preempted');
    const runs = [{ id: 'vmi-1', startedAt: minutesAgo(30) }];
    const scope = aScope(aWorkload({}, { phase: 'Running', conditions: [funded], runs }), changes);
    expect(observe(scope).restart).toMatchObject({
      reason: 'Preempted',
      message: expect.stringMatching(/^The platform's own services needed the machine's capacity/),
    });
  });

  it('ended with the last sign of life of its node, although KubeVirt noticed later', () => {
    const seen = running({ machine: failed({ reason: 'NodeUnresponsive' }), node: aNode(6) });
    expect(seen?.overSince?.toISOString()).toBe(new Date(Date.parse(minutesAgo(6)) - 50_000).toISOString());
  });

  it('ended when its pod was gone, if KubeVirt records no other time', () => {
    const conditions = [{ type: 'Ready', status: 'False', lastTransitionTime: minutesAgo(4) }];
    expect(running({ machine: failed({ conditions }) })?.overSince?.toISOString()).toBe(minutesAgo(4));
  });

  it('did not begin before the creation of its instance or in the future, whatever the clock of its host', () => {
    const made = (machine: Scope['machine']) =>
      ({
        ...machine,
        metadata: { ...machine?.metadata, creationTimestamp: minutesAgo(20) },
      }) as Scope['machine'];
    expect(running({ machine: made(anInstance({ Running: 80 })) })?.runningSince?.toISOString()).toBe(
      minutesAgo(20),
    );
    expect(running({ machine: made(anInstance({ Running: -60 })) })?.runningSince).toEqual(NOW);
  });

  it('does not end in the future', () => {
    expect(running({ machine: anInstance({ Running: 9, Failed: -60 }) })?.overSince).toEqual(NOW);
  });
});

describe('a machine marked for evacuation', () => {
  const running = anInstance({ Running: 30 });
  const evicted = {
    ...running,
    status: { ...running.status, evacuationNodeName: 'gpu-1' },
  } as typeof running;
  const deletionTimestamp = minutesAgo(0);
  const going = { ...evicted, metadata: { ...evicted.metadata, deletionTimestamp } } as typeof running;
  const node = (spec: object = {}) => ({ metadata: { name: 'gpu-1' }, spec }) as Scope['node'];
  const maintained = { metadata: { name: 'gpu-1' }, spec: { state: 'Maintenance' } } as Scope['computeNode'];

  it.each<[string, Partial<Scope>, reason: string | undefined, isOver: boolean]>([
    [
      'is given notice while its node is cordoned',
      { node: node({ unschedulable: true }) },
      'Maintenance',
      false,
    ],
    ['keeps running after an abandoned drain or a single eviction', {}, undefined, true],
    ['is given notice while its node is in maintenance', { computeNode: maintained }, 'Maintenance', false],
    ['is left alone while it is being deleted', { machine: going }, undefined, false],
    ['is left to KubeVirt when its Node is gone', { node: undefined }, undefined, false],
    ['has nothing to cancel if it was not evicted', { machine: running }, undefined, false],
  ])('%s', (_, changes, reason, isOver) => {
    const scope = aScope(inPhase('Running'), { machine: evicted, node: node(), ...changes });
    expect(reasonToInterrupt(scope)).toBe(reason);
    expect(isEvacuationOver(scope)).toBe(isOver);
  });
});
