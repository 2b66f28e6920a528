import { describe, expect, it } from '@jest/globals';
import type { WorkloadStatus } from '@gpulease/crds';
import { aScope, aVirtualMachine, aWorkload } from '../../testing/scope.ts';
import type { Scope } from '../scope.ts';
import { dataClaim, isDiskLeftBehind, lostDisk } from './lost-disk.ts';

const known: WorkloadStatus = { phase: 'Stopped', rootDiskClaim: 'claim-1' };

const aClaim = (uid: string, phase = 'Bound') =>
  ({ metadata: { name: 'root', uid }, status: { phase } }) as Scope['claim'];

const aDisk = (phase: string, bound = 'True') =>
  ({
    metadata: { name: 'root' },
    status: { phase, conditions: [{ type: 'Bound', status: bound }] },
  }) as Scope['rootDisk'];

function scopeOf(claim: Scope['claim'], rootDisk: Scope['rootDisk'], status = known): Scope {
  return aScope(aWorkload({}, status), { claim, rootDisk });
}

describe('the data of a root disk', () => {
  it.each<[string, Scope, string | undefined]>([
    ['exists while its claim does', scopeOf(aClaim('claim-1'), aDisk('Succeeded')), undefined],
    [
      'is lost if another claim has its name, filled or not',
      scopeOf(aClaim('claim-2'), aDisk('Succeeded')),
      'its replacement, which CDI fills from the image, has claim-2.',
    ],
    [
      'is lost if CDI has no claim for the disk, although it reports it as filled',
      scopeOf(undefined, aDisk('Succeeded', 'False')),
      'The PVC that held it had the uid claim-1.',
    ],
    ['is lost with its disk', scopeOf(undefined, undefined), 'had the uid claim-1.'],
    [
      'is lost with the volume of its claim',
      scopeOf(aClaim('claim-1', 'Lost'), aDisk('Failed', 'False')),
      'had the uid claim-1.',
    ],
    [
      'is not reported as lost if only our cache lacks the claim',
      scopeOf(undefined, aDisk('Succeeded')),
      undefined,
    ],
    [
      'cannot be lost before the disk was filled',
      scopeOf(undefined, undefined, { phase: 'Starting' }),
      undefined,
    ],
  ])('%s', (_name, scope, detail) => {
    const lost = lostDisk(scope);
    expect(lost?.reason).toBe(detail && 'DiskLost');
    expect(lost?.detail ?? '').toContain(detail ?? '');
  });
});

describe('the claim with the data', () => {
  it('is recorded once the disk is filled, and not before', () => {
    const starting = { phase: 'Starting' } as const;
    expect(dataClaim(scopeOf(aClaim('claim-1'), aDisk('Succeeded'), starting), undefined)).toBe('claim-1');
    expect(
      dataClaim(scopeOf(aClaim('claim-1'), aDisk('CloneInProgress'), starting), undefined),
    ).toBeUndefined();
    expect(
      dataClaim(scopeOf(aClaim('claim-1', 'Pending'), aDisk('Succeeded'), starting), undefined),
    ).toBeUndefined();
  });

  it("is not the previous machine's, which is collected after a new machine is created", () => {
    const machine = { metadata: { name: 'root', uid: 'machine-2' } };
    const of = (uid: string) => [{ apiVersion: 'v1', kind: 'Owner', name: 'root', uid, controller: true }];
    const disk = {
      ...aDisk('Succeeded')!,
      metadata: { name: 'root', uid: 'disk-2', ownerReferences: of('machine-2') },
    };
    const noted = (claim: object, rootDisk: object = disk) =>
      dataClaim(
        aScope(aWorkload({}, { phase: 'Starting' }), {
          virtualMachine: machine as Scope['virtualMachine'],
          rootDisk: { ...disk, ...rootDisk },
          claim: {
            ...aClaim('claim-2')!,
            metadata: { name: 'root', uid: 'claim-2', ...claim },
          },
        }),
        undefined,
      );

    expect(noted({ ownerReferences: of('disk-2') })).toBe('claim-2');
    expect(noted({})).toBe('claim-2');
    expect(noted({ ownerReferences: of('disk-1') })).toBeUndefined();
    expect(
      noted({ ownerReferences: of('disk-2'), deletionTimestamp: '2026-01-01T00:00:00Z' }),
    ).toBeUndefined();
    expect(
      noted(
        { ownerReferences: of('disk-2') },
        { metadata: { name: 'root', uid: 'disk-2', ownerReferences: of('machine-1') } },
      ),
    ).toBeUndefined();
  });

  it('stays the same after its replacement until the loss is reported', () => {
    const replaced = scopeOf(aClaim('claim-2'), aDisk('Succeeded'));
    expect(dataClaim(replaced, undefined)).toBe('claim-1');
    expect(dataClaim(replaced, 'StopRequested')).toBe('claim-1');
    expect(dataClaim(replaced, 'DiskLost')).toBeUndefined();
  });
});

describe('the disk that a deleted machine leaves behind', () => {
  const of = (uid: string) => [{ apiVersion: 'v1', kind: 'Owner', name: 'root', uid, controller: true }];
  const disk = (metadata: object) => ({ ...aDisk('Succeeded')!, metadata: { name: 'root', ...metadata } });
  const claim = (metadata: object) => ({ ...aClaim('claim-1')!, metadata: { name: 'root', ...metadata } });

  it.each<[string, Partial<Scope>, boolean]>([
    ['does not exist before the first start', {}, false],
    [
      'delays a start until it is collected',
      { rootDisk: disk({ uid: 'disk-1', ownerReferences: of('machine-1') }) },
      true,
    ],
    [
      'delays a start while a finalizer keeps it',
      { rootDisk: disk({ deletionTimestamp: '2026-01-01T00:00:00Z' }) },
      true,
    ],
    ['delays a start until its claim is gone', { claim: claim({ ownerReferences: of('disk-1') }) }, true],
    [
      'is used if the machine was deleted without it',
      { rootDisk: disk({ uid: 'disk-1' }), claim: claim({ ownerReferences: of('disk-1') }) },
      false,
    ],
    [
      'does not exist while the machine does',
      { virtualMachine: aVirtualMachine({}), rootDisk: disk({ ownerReferences: of('machine-1') }) },
      false,
    ],
  ])('%s', (_name, parts, isLeft) => {
    expect(isDiskLeftBehind(aScope(aWorkload({}, known), parts))).toBe(isLeft);
  });
});
