import { describe, expect, it } from '@jest/globals';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import { paceOf } from '../pace.ts';
import { diskProgress, type DiskSituation } from './progress.ts';

const creationTimestamp = '2026-01-01T00:00:00Z';
const at = (seconds: number): Date => new Date(Date.parse(creationTimestamp) + seconds * 1000);

function disk(spec: DataVolume['spec']): DataVolume {
  return { apiVersion: 'cdi', kind: 'DataVolume', metadata: { name: 'root', creationTimestamp }, spec };
}

const imported = disk({ source: { http: { url: 'http://images.example/a.qcow2' } } });
const filled = { ...imported, status: { phase: 'Succeeded', progress: '100.0%' } };

/** A claim that was made with its disk. */
const made = { isBound: true, isFilled: false, metadata: { name: 'root', creationTimestamp } };

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

describe('how far a disk is filled', () => {
  it.each([
    [
      'an import that begins',
      { disk: imported, now: at(0) },
      { phase: 'ImportInProgress', progress: '0.0%' },
    ],
    ['an import half way', { disk: imported, now: at(3) }, { phase: 'ImportInProgress', progress: '40.0%' }],
    ['an import that is done', { disk: imported, now: at(6) }, { phase: 'Succeeded', progress: '100.0%' }],
    ['a clone of nothing', { disk: cloned, now: at(60) }, { phase: 'Pending', progress: 'N/A' }],
    [
      'a clone of what became ready just now',
      { disk: cloned, source: sourceReadySince('2026-01-01T00:01:00Z'), now: at(60) },
      { phase: 'CloneInProgress', progress: '0.0%' },
    ],
    [
      'a clone of what was ready before',
      { disk: cloned, source: sourceReadySince('2025-01-01T00:00:00Z'), now: at(2) },
      { phase: 'Succeeded', progress: '100.0%' },
    ],
    [
      'a disk that cannot be filled',
      { disk: imported, faults: new Set(['ImportFailure']), now: at(60) },
      { phase: 'Failed', progress: 'N/A' },
    ],
    [
      'a disk whose source does not answer',
      { disk: imported, faults: new Set(['ImportRetries']), now: at(60) },
      { phase: 'ImportInProgress', progress: 'N/A', problem: expect.stringContaining('source') },
    ],
    [
      'a clone whose source does not answer',
      { disk: cloned, faults: new Set(['ImportRetries']), now: at(60) },
      { phase: 'CloneInProgress', progress: 'N/A', problem: expect.stringContaining('source') },
    ],
    [
      'a disk for which CDI makes no claim',
      {
        disk: imported,
        claim: { refused: { reason: 'ErrClaimNotValid', message: 'no accessMode' } },
        now: at(60),
      },
      { phase: '', progress: 'N/A' },
    ],
    [
      'a disk whose claim gets no volume',
      { disk: imported, claim: { ...made, isBound: false }, now: at(60) },
      { phase: 'Pending', progress: 'N/A' },
    ],
    [
      'a copy that does not go on',
      { disk: imported, faults: new Set(['CopyStuck']), now: at(60) },
      { phase: 'ImportInProgress', progress: '0.0%' },
    ],
    [
      'a filled disk, although it could not be filled again',
      {
        claim: { ...made, isFilled: true },
        faults: new Set(['ImportFailure']),
        now: at(1),
      },
      { phase: 'Succeeded', progress: '100.0%' },
    ],
    [
      'a filled disk whose claim was deleted, and that has another',
      {
        disk: filled,
        claim: { ...made, metadata: { name: 'root', creationTimestamp: '2026-01-02T00:00:00Z' } },
        now: new Date('2026-01-02T00:00:03Z'),
      },
      { phase: 'ImportInProgress', progress: '40.0%' },
    ],
    [
      'a filled clone whose claim was deleted, and whose source is gone',
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

  it('is told again at each fifth of the time', () => {
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
