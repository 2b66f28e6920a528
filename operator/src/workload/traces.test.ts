import { describe, expect, it } from '@jest/globals';
import { annotations, type Workload, type WorkloadPhase } from '@gpulease/crds';
import { Traces } from './traces.ts';

const order = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const stop = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;

const request = '0d8fc4a2-6c0b-4b35-9d0c-3a1f6e1f0a11';

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

  it('links to that trace once the machine has settled, even when it is later stopped', () => {
    const traces = new Traces();
    for (const phase of ['Running', 'Stopping', 'Stopped'] as const) {
      const options = traces.spanOf('u-mei/a', workload(phase, order));
      expect(options).toMatchObject({ link: order });
      expect(options.parent).toBeUndefined();
    }
  });

  it('continues the trace of the next requested change', () => {
    const traces = new Traces();
    traces.spanOf('u-mei/a', workload('Running', order));
    const asked = workload('Running', stop, { isSeen: false });
    expect(traces.spanOf('u-mei/a', asked)).toMatchObject({ parent: stop });
    expect(traces.spanOf('u-mei/a', workload('Stopping', stop))).toMatchObject({ parent: stop });
    expect(traces.spanOf('u-mei/a', workload('Stopped', stop))).toMatchObject({ link: stop });
  });

  it('has the request id of the order until the machine runs, even without a trace', () => {
    const traces = new Traces();
    const asked = (phase: WorkloadPhase) => {
      const { metadata, ...rest } = workload(phase);
      return { ...rest, metadata: { ...metadata, annotations: { [annotations.requestId]: request } } };
    };
    const named = (['Pending', 'Starting', 'Running', 'Stopping'] as const).map((phase) =>
      traces.requestOf('u-mei/a', asked(phase)),
    );
    expect(named).toEqual([request, request, undefined, undefined]);
    expect(traces.requestOf('u-mei/b', undefined)).toBeUndefined();
  });

  it('has its own trace if nothing was traced', () => {
    const options = new Traces().spanOf('u-mei/a', workload('Pending'));
    expect([options.parent, options.link]).toEqual([undefined, undefined]);
  });
});
