import { describe, expect, it } from '@jest/globals';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { paceOf } from '../pace.ts';
import { diskConditions, diskProgress, type DiskSituation } from './progress.ts';

const creationTimestamp = '2026-01-01T00:00:00Z';
const at = (seconds: number): Date => new Date(Date.parse(creationTimestamp) + seconds * 1000);

function disk(spec: DataVolume['spec']): DataVolume {
  return { apiVersion: 'cdi', kind: 'DataVolume', metadata: { name: 'root', creationTimestamp }, spec };
}

const imported = disk({ source: { http: { url: 'http://images.example/a.qcow2' } } });
const filled = { ...imported, status: { phase: 'Succeeded', progress: '100.0%' } };

/** A claim created with its disk. */
const made = {
  isBound: true,
  isFilled: false,
  filling: { volumeSince: creationTimestamp },
  metadata: { name: 'root', creationTimestamp },
};
/** On storage with a CSI driver. */
const populated = { ...made, isBound: false, isPopulated: true };
const waiting = { ...populated, filling: {} };

const cloned = disk({ sourceRef: { kind: 'DataSource', name: 'ubuntu' } });

function sourceReadySince(lastTransitionTime: string): DataSource {
  return {
    apiVersion: 'cdi',
    kind: 'DataSource',
    metadata: { name: 'ubuntu' },
    spec: { source: {} },
    status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] },
  };
}

describe('the progress of a disk', () => {
  it.each([
    ['a new import', { disk: imported, now: at(0) }, { phase: 'ImportInProgress', progress: '0.0%' }],
    [
      'an import in progress',
      { disk: imported, now: at(3) },
      { phase: 'ImportInProgress', progress: '40.0%' },
    ],
    ['a completed import', { disk: imported, now: at(6) }, { phase: 'Succeeded', progress: '100.0%' }],
    ['a clone without a source', { disk: cloned, now: at(60) }, { phase: 'Pending', progress: 'N/A' }],
    [
      'a clone of a source that just became ready',
      { disk: cloned, source: sourceReadySince('2026-01-01T00:01:00Z'), now: at(60) },
      { phase: 'CloneInProgress', progress: '0.0%' },
    ],
    [
      'a clone of a source that was ready before',
      { disk: cloned, source: sourceReadySince('2025-01-01T00:00:00Z'), now: at(2) },
      { phase: 'Succeeded', progress: '100.0%' },
    ],
    [
      'a disk that cannot be filled',
      { disk: imported, faults: new Set(['ImportFailure']), now: at(60) },
      { phase: 'Failed', progress: 'N/A' },
    ],
    [
      'a disk whose source does not respond',
      { disk: imported, faults: new Set(['ImportRetries']), now: at(60) },
      { phase: 'ImportInProgress', progress: 'N/A', problem: expect.stringContaining('source') },
    ],
    [
      'a clone whose source does not respond',
      { disk: cloned, faults: new Set(['ImportRetries']), now: at(60) },
      { phase: 'CloneInProgress', progress: 'N/A', problem: expect.stringContaining('source') },
    ],
    [
      'a disk for which CDI creates no claim',
      {
        disk: imported,
        claim: { refused: { reason: 'ErrClaimNotValid', message: 'no accessMode' } },
        now: at(60),
      },
      { phase: '', progress: 'N/A' },
    ],
    [
      'a disk whose claim gets no volume',
      { disk: imported, claim: { ...made, isBound: false, filling: {} }, now: at(60) },
      { phase: 'Pending', progress: 'N/A' },
    ],
    [
      'an import into a second claim that gets no volume',
      { disk: imported, claim: waiting, now: at(60) },
      { phase: 'Pending', progress: 'N/A' },
    ],
    [
      'an import before its claim is bound',
      { disk: imported, claim: populated, now: at(3) },
      { phase: 'ImportInProgress', progress: '40.0%' },
    ],
    [
      'an import whose claim will receive the volume',
      { disk: imported, claim: populated, now: at(6) },
      { phase: 'Succeeded', progress: '100.0%' },
    ],
    [
      'a clone into a claim next to its source that gets no volume',
      { disk: cloned, source: sourceReadySince('2025-01-01T00:00:00Z'), claim: waiting, now: at(60) },
      { phase: 'CloneInProgress', progress: 'N/A' },
    ],
    [
      'a clone without quota in the namespace of its source',
      {
        disk: cloned,
        claim: {
          ...waiting,
          filling: { refused: { reason: 'ErrExceededQuota', message: 'exceeded quota' } },
        },
        now: at(60),
      },
      { phase: 'CloneScheduled', progress: 'N/A', problem: 'exceeded quota' },
    ],
    [
      'a clone whose claim will receive the volume',
      { disk: cloned, source: sourceReadySince('2025-01-01T00:00:00Z'), claim: populated, now: at(2) },
      { phase: 'RebindInProgress', progress: '100.0%' },
    ],
    [
      'a stuck copy',
      { disk: imported, faults: new Set(['CopyStuck']), now: at(60) },
      { phase: 'ImportInProgress', progress: '0.0%' },
    ],
    [
      'a filled disk that could not be filled again',
      {
        claim: { ...made, isFilled: true },
        faults: new Set(['ImportFailure']),
        now: at(1),
      },
      { phase: 'Succeeded', progress: '100.0%' },
    ],
    [
      'a filled disk with a new claim after a deletion',
      {
        disk: filled,
        claim: { ...made, filling: { volumeSince: '2026-01-02T00:00:00Z' } },
        now: new Date('2026-01-02T00:00:03Z'),
      },
      { phase: 'ImportInProgress', progress: '40.0%' },
    ],
    [
      'a filled clone without its claim and source',
      { disk: filled, claim: { refused: { reason: 'CloneWithoutSource', message: 'gone' } }, now: at(60) },
      { phase: 'Succeeded', progress: '100.0%' },
    ],
  ] as [string, Partial<DiskSituation>, object][])('%s', (_name, given, progress) => {
    const situation = {
      disk: imported,
      source: undefined,
      claim: made,
      faults: new Set<never>(),
      pace: paceOf(1),
      now: at(0),
    };
    expect(diskProgress({ ...situation, ...given })).toMatchObject(progress);
  });

  it('is updated at each fifth of the duration', () => {
    const situation = {
      disk: imported,
      source: undefined,
      claim: made,
      faults: new Set<never>(),
      pace: paceOf(1),
    };
    expect(diskProgress({ ...situation, now: at(1) }).lookAgainMs).toBe(200);
  });
});

describe('the conditions of a disk', () => {
  const saidOf = (disk: DataVolume, situation: Partial<DiskSituation>) => {
    const given = { disk, source: undefined, faults: new Set<never>(), pace: paceOf(1), now: at(0) };
    const claim = situation.claim ?? made;
    const progress = diskProgress({ ...given, ...situation, claim });
    return diskConditions(disk, claim, progress).map(({ type, status, reason }) => [type, status, reason]);
  };

  it('report a bound claim if it is filled afterwards', () => {
    expect(saidOf(imported, {})).toEqual([
      ['Ready', 'False', 'TransferRunning'],
      ['Bound', 'True', 'Bound'],
      ['Running', 'True', 'Pod is running'],
    ]);
  });

  it('report an unbound claim during population with a CSI driver', () => {
    expect(saidOf(imported, { claim: populated })).toEqual([
      ['Ready', 'False', 'TransferRunning'],
      ['Bound', 'False', 'Pending'],
      ['Running', 'True', 'Pod is running'],
    ]);
  });

  it('report a running clone even without a volume', () => {
    const source = sourceReadySince('2025-01-01T00:00:00Z');
    expect(saidOf(cloned, { claim: waiting, source })).toEqual([
      ['Ready', 'False', 'TransferRunning'],
      ['Bound', 'False', 'Pending'],
      ['Running', 'True', 'Populator is running'],
    ]);
  });
});
