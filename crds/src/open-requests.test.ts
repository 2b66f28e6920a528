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
    ['more than an id', `${order}", "level":60`],
    ['very much', order.repeat(5_000)],
    ['capitals, which the portal does not write', order.toUpperCase()],
  ])('is none where the annotation has %s', (_, value) => {
    expect(requestIdOf(workload('Pending', value))).toBeUndefined();
  });
});

describe('An open request', () => {
  const requests = () => new OpenRequests(requestIdOf);

  it('is open until the workload is noted at rest', () => {
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

  it('is the next one as soon as that has changed the workload', () => {
    const open = requests();
    open.note(key, workload('Running', order));
    open.note(key, workload('Running', stop, 0));
    expect(open.of(key, workload('Running', stop, 0))).toBe(stop);
  });

  it('belongs to one workload, and a new one of the same name has its own', () => {
    const open = requests();
    open.note(key, workload('Running', order));
    expect(open.of('u-mei/b', workload('Running', order))).toBe(order);
    open.forget(key);
    expect(open.of(key, workload('Pending', order))).toBe(order);
  });

  it('is none where no request is named', () => {
    const open = requests();
    open.note(key, workload('Running'));
    expect(open.of(key, workload('Running'))).toBeUndefined();
  });
});
