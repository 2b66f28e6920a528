import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@gpulease/kube';
import { FakeClock } from '@gpulease/kube/testing';
import { NOW, aScope, aVirtualMachine, aWorkload, anInstance } from '../testing/scope.ts';
import type { Failure } from './causes/cause.ts';
import { Memory } from './memory.ts';
import type { Scope } from './scope.ts';

const stopped = { runStrategy: 'RerunOnFailure', printableStatus: 'Stopped', created: false };

function aStart(seconds: number, status: object = stopped, changes: Partial<Scope> = {}): Scope {
  return aScope(aWorkload({}, { phase: 'Starting' }), {
    now: new Date(NOW.getTime() + seconds * 1000),
    virtualMachine: aVirtualMachine({ runStrategy: 'RerunOnFailure' }, status),
    ...changes,
  });
}

describe('a lost start', () => {
  it('is retried once KubeVirt has left the machine stopped for half a minute', () => {
    const memory = new Memory(new FakeClock());
    expect(memory.lostStartDueAt(aStart(0))).toEqual(new Date(NOW.getTime() + 30_000));
    expect(memory.isLostStartDue(aStart(29))).toBe(false);
    expect(memory.isLostStartDue(aStart(30))).toBe(true);
  });

  it('is counted from the beginning after it looked fine in the meantime', () => {
    const memory = new Memory(new FakeClock());
    memory.lostStartDueAt(aStart(0));
    memory.lostStartDueAt(aStart(10, { ...stopped, printableStatus: 'Starting' }));
    expect(memory.isLostStartDue(aStart(30))).toBe(false);
  });

  it.each<[what: string, scope: Scope]>([
    ['has an instance', aStart(0, stopped, { machine: anInstance({ Pending: 0 }) })],
    ['was never started, which KubeVirt retries', aStart(0, { printableStatus: 'Stopped' })],
    [
      'is about to be started after a crash',
      aStart(0, { ...stopped, stateChangeRequests: [{ action: 'Start' }] }),
    ],
    ['runs, and was shut down from inside', { ...aStart(0), workload: aWorkload({}, { phase: 'Running' }) }],
  ])('is not assumed if its machine %s', (_, scope) => {
    expect(new Memory(new FakeClock()).lostStartDueAt(scope)).toBeUndefined();
  });
});

type Instance = ReturnType<typeof anInstance>;

const refusal = { type: 'Synchronized', status: 'False', reason: 'Synchronizing', message: 'Code=67' };

function seen(phase: 'Scheduling' | 'Scheduled' | 'Running', conditions: object[] = [], uid = 'vmi-1') {
  const instance = anInstance({ [phase]: 1 }, uid);
  return {
    key: 'u-mei/train',
    machine: { ...instance, status: { ...instance.status, conditions } } as Instance,
  };
}

describe('a failure of an instance reported by KubeVirt', () => {
  it('stands until the instance runs, although virt-handler clears it at every attempt', () => {
    const memory = new Memory(new FakeClock());
    expect(memory.syncFailureOf(seen('Scheduled'))).toBeUndefined();
    expect(memory.syncFailureOf(seen('Scheduled', [refusal]))?.message).toBe('Code=67');
    expect(memory.syncFailureOf(seen('Scheduled'))?.message).toBe('Code=67');
    expect(memory.syncFailureOf(seen('Scheduled', [{ ...refusal, message: 'Code=1' }]))?.message).toBe(
      'Code=1',
    );
    expect(memory.syncFailureOf(seen('Running'))).toBeUndefined();
    expect(memory.syncFailureOf(seen('Scheduled'))).toBeUndefined();
  });

  it.each([
    ['virt-controller clears it, which then stops retrying', seen('Scheduling')],
    ['another instance has replaced it', seen('Scheduled', [], 'vmi-2')],
    ['there is no instance', { key: 'u-mei/train', machine: undefined }],
  ])('is over when %s', (_, later) => {
    const memory = new Memory(new FakeClock());
    memory.syncFailureOf(seen('Scheduled', [refusal]));
    expect(memory.syncFailureOf(later)).toBeUndefined();
  });
});

const failure = (error?: unknown): Failure => ({ reason: 'ServiceRefused', message: 'No.', error });
const answer = (code: number, reason: string) => failure(new ApiError({ code, reason, message: reason }));
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('an error of the API server', () => {
  it.each<[what: string, failure: Failure, isTold: boolean]>([
    ['an exhausted quota', answer(403, 'Forbidden'), true],
    ['a refusal by a webhook', answer(400, 'BadRequest'), true],
    ['an invalid object', answer(422, 'Invalid'), true],
    ['a failure known without a request', failure(), true],
    ['a race', answer(409, 'Conflict'), false],
    ['a busy API server', answer(429, 'TooManyRequests'), false],
    ['an unavailable API server', answer(503, 'Unavailable'), false],
    ['an error within the API server', answer(500, 'InternalError'), false],
    ['a bug of our own', failure(new TypeError('x is undefined')), false],
  ])('is reported at once only if it is a refusal: %s', (_, one, isTold) => {
    expect(new Memory(new FakeClock()).told([one], { key: 'a', now: NOW })).toEqual(isTold ? [one] : []);
  });

  it('is reported once it has lasted for half a minute, but not if it was brief', () => {
    const memory = new Memory(new FakeClock());
    const away = answer(503, 'Unavailable');
    expect(memory.told([away], { key: 'a', now: NOW })).toEqual([]);
    expect(memory.told([away], { key: 'b', now: after(29) })).toEqual([]);
    expect(memory.told([away], { key: 'a', now: after(30) })).toEqual([away]);
    expect(memory.told([], { key: 'a', now: after(31) })).toEqual([]);
    expect(memory.told([away], { key: 'a', now: after(60) })).toEqual([]);
  });
});
