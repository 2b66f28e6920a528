import { describe, expect, it } from '@jest/globals';
import { annotations } from './names.ts';
import { OpenRequests, requestIdOf } from './open-requests.ts';
import type { Workload, WorkloadPhase } from './v1alpha1/workload.ts';

const order = '0d8fc4a2-6c0b-4b35-9d0c-3a1f6e1f0a11';
const stop = '7b6a5f10-2f7d-4c3e-8a55-9c1d2e3f4a5b';
const key = 'u-mei/a';

function workload(phase: WorkloadPhase, requestId?: string, seen = 1): Workload {
  return {
    metadata: {
      ...{ name: 'a', namespace: 'u-mei', uid: 'one', generation: 1 },
      annotations: requestId === undefined ? {} : { [annotations.requestId]: requestId },
    },
    status: { phase, observedGeneration: seen },
  } as Workload;
}

describe('The request of a Workload', () => {
  it('is the one in its annotation', () => {
    expect(requestIdOf(workload('Pending', order))).toBe(order);
  });

  it.each([
    ['nothing', undefined],
    ['an empty value', ''],
    ['words', 'nobody'],
    ['a line break after an id', `${order}\n`],
    ['text after an id', `${order}", "level":60`],
    ['a very long value', order.repeat(5_000)],
    ['uppercase letters, which the portal does not write', order.toUpperCase()],
  ])('is undefined when the annotation has %s', (_, value) => {
    expect(requestIdOf(workload('Pending', value))).toBeUndefined();
  });
});

describe('An open request', () => {
  const requests = () => new OpenRequests(requestIdOf);

  it('is open until the workload is noted in a stable phase', () => {
    const open = requests();
    for (const phase of ['Pending', 'Starting'] as const) {
      open.note(key, workload(phase, order));
      expect(open.of(key, workload(phase, order))).toBe(order);
    }
    expect(open.of(key, workload('Running', order))).toBe(order);
    open.note(key, workload('Running', order));
    for (const phase of ['Running', 'Stopping', 'Stopped'] as const)
      expect(open.of(key, workload(phase, order))).toBeUndefined();
  });

  it('is replaced by the next request that changes the workload', () => {
    const open = requests();
    open.note(key, workload('Running', order));
    open.note(key, workload('Running', stop, 0));
    expect(open.of(key, workload('Running', stop, 0))).toBe(stop);
  });

  it('belongs to one workload, not to a new one of the same name', () => {
    const open = requests();
    open.note(key, workload('Running', order));
    expect(open.of('u-mei/b', workload('Running', order))).toBe(order);
    open.forget(key);
    expect(open.of(key, workload('Pending', order))).toBe(order);
  });

  it('is undefined without a request id', () => {
    const open = requests();
    open.note(key, workload('Running'));
    expect(open.of(key, workload('Running'))).toBeUndefined();
  });
});
