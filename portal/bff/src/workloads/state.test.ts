import type { Workload } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { statusOf } from './state.ts';

type Phase = NonNullable<NonNullable<Workload['status']>['phase']>;

function aWorkload(phase?: Phase, powerState: 'Running' | 'Stopped' = 'Running', deleted = false): Workload {
  return {
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'Workload',
    metadata: { name: 'box', ...(deleted && { deletionTimestamp: '2026-03-01T00:00:00Z' }) },
    spec: {
      type: 'VirtualMachine',
      sku: 'a100',
      skuQuantity: 1,
      image: 'ubuntu',
      rootDiskSize: '100Gi',
      region: 'east',
      pricing: { policy: 'on-demand' },
      powerState,
      resume: 'Manual',
    },
    ...(phase && { status: { phase } }),
  };
}

describe('the displayed state', () => {
  it.each([
    ['a new workload waits (SPEC-4.1)', aWorkload(), 'PENDING'],
    ['a phase is shown in capitals (SPEC-3.73, SPEC-4.4)', aWorkload('Running'), 'RUNNING'],
    ['a placed workload is scheduled (SPEC-4.2)', aWorkload('Scheduled'), 'SCHEDULED'],
    ['a starting workload is starting (SPEC-4.3)', aWorkload('Starting'), 'STARTING'],
    ['a failed workload has failed (SPEC-4.7)', aWorkload('Failed'), 'FAILED'],
    [
      'a running one that was switched off is stopping (SPEC-4.5)',
      aWorkload('Running', 'Stopped'),
      'STOPPING',
    ],
    ['a waiting one that was switched off is stopped (SPEC-4.6)', aWorkload('Pending', 'Stopped'), 'STOPPED'],
    [
      'one that is being deleted is being destroyed (SPEC-4.8)',
      aWorkload('Running', 'Running', true),
      'DESTROYING',
    ],
    ['one that is gone is destroyed (SPEC-4.9)', aWorkload('Destroyed', 'Running', true), 'DESTROYED'],
  ])('%s', (_, workload, expected) => {
    expect(statusOf(workload)).toBe(expected);
  });

  describe('of a paid start', () => {
    const paid = '2026-03-01T10:00:00Z';
    const before = '2026-03-01T09:00:00Z';
    const after = '2026-03-01T10:00:01Z';
    const at = (phase: Phase, since: string, spec: Partial<Workload['spec']>): Workload => {
      const workload = aWorkload(phase);
      const lastTransition = { at: since, reason: 'Any', message: 'Any.' };
      return { ...workload, spec: { ...workload.spec, ...spec }, status: { phase, lastTransition } };
    };
    const asked = { restartedAt: paid };

    it.each([
      ['waits until the cluster knows', at('Stopped', before, { powerState: 'Stopped' }), 'PENDING'],
      [
        'waits until the cluster knows of it again',
        at('Stopped', before, { restartedAt: before }),
        'PENDING',
      ],
      ['waits until the operator has acted on it', at('Stopped', before, asked), 'PENDING'],
      ['waits after a failure too', at('Failed', before, asked), 'PENDING'],
      ['has failed if the operator has reported so since', at('Failed', after, asked), 'FAILED'],
      ['is stopped once the operator has stopped it', at('Stopped', after, asked), 'STOPPED'],
      [
        'is stopped as soon as it is switched off',
        at('Stopped', before, { ...asked, powerState: 'Stopped' }),
        'STOPPED',
      ],
      ['starts when the operator reports it', at('Starting', after, asked), 'STARTING'],
    ])('%s', (_, workload, expected) => {
      expect(statusOf(workload, new Date(paid))).toBe(expected);
    });
  });
});

describe('a start that has reached the cluster', () => {
  const restartedAt = '2026-03-01T10:00:00Z';
  const started = (phase: Phase, observedGeneration: number): Workload => {
    const workload = aWorkload(phase);
    return {
      ...workload,
      metadata: { ...workload.metadata, generation: 2 },
      spec: { ...workload.spec, restartedAt },
      status: { phase, observedGeneration },
    };
  };

  it.each([
    ['waits until the operator has reconciled it', started('Stopped', 1), 'PENDING'],
    ['waits after a failure too', started('Failed', 1), 'PENDING'],
    ['is what the operator reports once it has reconciled it', started('Stopped', 2), 'STOPPED'],
    ['keeps running until a restart is reconciled', started('Running', 1), 'RUNNING'],
  ])('%s', (_, workload, expected) => {
    expect(statusOf(workload)).toBe(expected);
  });
});
