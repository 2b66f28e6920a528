import { describe, expect, it } from '@jest/globals';
import { paceOf } from '../pace.ts';
import { instance, runningPod } from '../testing/objects.ts';
import type { InstanceSituation } from './phase.ts';
import { instanceStatus } from './status.ts';

const bootedAt = '2026-01-01T00:00:00Z';

function running(
  changes: Partial<InstanceSituation> & { probe?: boolean; secondsAgo?: number } = {},
): InstanceSituation {
  const { probe = true, secondsAgo = 60, ...rest } = changes;
  const bare = instance();
  const spec = probe ? { ...bare.spec, readinessProbe: { periodSeconds: 10 } } : bare.spec;
  const phaseTransitionTimestamps = [{ phase: 'Running', phaseTransitionTimestamp: bootedAt }];
  return {
    instance: { ...bare, spec, status: { phase: 'Running', phaseTransitionTimestamps } },
    pod: runningPod(),
    isNodeSilent: false,
    faults: new Set(),
    forbiddenGpu: undefined,
    hasForeignCpu: false,
    overheadRatio: 1,
    pace: paceOf(1),
    now: new Date(Date.parse(bootedAt) + secondsAgo * 1000),
    ...rest,
  };
}

const readyOf = (situation: InstanceSituation, phase = 'Running') =>
  instanceStatus(situation, { phase }).conditions?.find(({ type }) => type === 'Ready');

const unanswered = { status: 'False', reason: 'ContainersNotReady' };
const faults = new Set(['NoAnswer'] as const);

describe('the readiness of an instance', () => {
  it.each<[what: string, situation: InstanceSituation, expected: object]>([
    ['waits until its guest answers', running({ secondsAgo: 1 }), unanswered],
    ['is true when its guest answers', running(), { status: 'True' }],
    ['is true at once without a probe', running({ probe: false, secondsAgo: 0 }), { status: 'True' }],
    ['is true at once at the pace of tests', running({ secondsAgo: 0, pace: paceOf(0) }), { status: 'True' }],
    ['is never true if its guest does not answer', running({ faults }), unanswered],
    ['needs no answer without a probe', running({ probe: false, faults }), { status: 'True' }],
  ])('%s', (_, situation, expected) => {
    expect(readyOf(situation)).toMatchObject(expected);
  });

  it('has a new transition time for each reason', () => {
    const silent = running({ faults });
    const conditions = [readyOf(silent)].filter((one) => one !== undefined);
    const later = running({ pod: undefined, secondsAgo: 300 });
    const gone = {
      ...later,
      instance: { ...later.instance, status: { ...later.instance.status, conditions } },
    };
    expect(readyOf(gone, 'Failed')).toMatchObject({
      reason: 'PodNotExists',
      lastTransitionTime: '2026-01-01T00:05:00Z',
    });
  });
});

it('a running instance reports only the guest facts that KubeVirt knows without a guest agent', () => {
  const { conditions, interfaces, ...rest } = instanceStatus(running(), { phase: 'Running' });
  expect(conditions?.map(({ type }) => type)).not.toContain('AgentConnected');
  expect(interfaces?.map(({ infoSource }) => infoSource)).toEqual(['domain']);
  expect(rest).not.toHaveProperty('guestOSInfo');
});

describe('a failure of virt-handler to start an instance', () => {
  const refusalOf = (changes: Partial<InstanceSituation>, phase = 'Scheduled') =>
    instanceStatus(running(changes), { phase }).conditions?.find(({ type }) => type === 'Synchronized');
  const at = (milliseconds: number) => new Date(Date.parse(bootedAt) + milliseconds);

  it('is reported between attempts but not during them', () => {
    expect(refusalOf({ hasForeignCpu: true, now: at(0) })).toMatchObject({
      status: 'False',
      reason: 'Synchronizing with the Domain failed.',
      message: expect.stringContaining("CPU mode 'host-passthrough'"),
    });
    expect(refusalOf({ hasForeignCpu: true, now: at(300) })).toBeUndefined();
    expect(refusalOf({ hasForeignCpu: true, now: at(600) })).toBeDefined();
  });

  it('is not reported for a healthy instance', () => {
    expect(refusalOf({}, 'Running')).toBeUndefined();
  });
});
