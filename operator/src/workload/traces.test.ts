import { describe, expect, it } from '@jest/globals';
import { annotations } from '@gpulease/crds';
import type { Workload, WorkloadPhase } from '@gpulease/crds';
import { Traces } from './traces.ts';

const order = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const stop = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;

function workload(phase: WorkloadPhase, traceparent?: string, change?: { isSeen: boolean }): Workload {
  const generation = change?.isSeen === false ? 2 : 1;
  return {
    metadata: {
      ...{ name: 'a', namespace: 'u-mei', uid: 'one', generation },
      annotations: traceparent === undefined ? {} : { [annotations.traceparent]: traceparent },
    },
    status: { phase, observedGeneration: 1 },
  } as Workload;
}

describe('A reconciliation', () => {
  it('continues the trace of the order until the machine runs', () => {
    const traces = new Traces();
    for (const phase of ['Pending', 'Starting'] as const)
      expect(traces.spanOf('u-mei/a', workload(phase, order))).toMatchObject({ parent: order });
  });

  it('refers to that trace once the machine has come to rest, also when it is later stopped', () => {
    const traces = new Traces();
    for (const phase of ['Running', 'Stopping', 'Stopped'] as const) {
      const options = traces.spanOf('u-mei/a', workload(phase, order));
      expect(options).toMatchObject({ link: order });
      expect(options.parent).toBeUndefined();
    }
  });

  it('continues the trace of the next thing that was asked for', () => {
    const traces = new Traces();
    traces.spanOf('u-mei/a', workload('Running', order));
    const asked = workload('Running', stop, { isSeen: false });
    expect(traces.spanOf('u-mei/a', asked)).toMatchObject({ parent: stop });
    expect(traces.spanOf('u-mei/a', workload('Stopping', stop))).toMatchObject({ parent: stop });
    expect(traces.spanOf('u-mei/a', workload('Stopped', stop))).toMatchObject({ link: stop });
  });

  it('is its own trace where nothing was traced', () => {
    const options = new Traces().spanOf('u-mei/a', workload('Pending'));
    expect([options.parent, options.link]).toEqual([undefined, undefined]);
  });
});
