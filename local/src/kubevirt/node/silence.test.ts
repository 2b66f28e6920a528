import { describe, expect, it } from '@jest/globals';
import type { Node } from '@gpulease/kube';
import { faultsAnnotation } from '../faults.ts';
import { silenceChange } from './silence.ts';

const now = new Date('2026-01-01T00:01:00Z');
const kwok = 'kwok.x-k8s.io/node';
const silenced = 'simulation.gpulease.dev/silenced';

function aNode(annotations: Record<string, string>, ready = 'True'): Node {
  const conditions = [
    { type: 'MemoryPressure', status: 'False' },
    { type: 'Ready', status: ready, lastTransitionTime: '2026-01-01T00:00:00Z' },
  ];
  return { metadata: { name: 'gpu-1', annotations }, status: { conditions } } as unknown as Node;
}

describe('the fault NodeLost', () => {
  it('silences a node: its kubelet stops, nothing may start there, and its state is unknown', () => {
    const change = silenceChange(aNode({ [kwok]: 'fake', [faultsAnnotation]: 'NodeLost' }), now);
    expect(change).toMatchObject({
      metadata: {
        annotations: { [kwok]: null, [silenced]: 'fake' },
        labels: { 'kubevirt.io/schedulable': 'false' },
      },
      status: {
        conditions: [
          { type: 'MemoryPressure', status: 'False' },
          { type: 'Ready', status: 'Unknown', lastTransitionTime: '2026-01-01T00:01:00Z' },
        ],
      },
    });
  });

  it('changes nothing once the node is silent', () => {
    const silent = aNode({ [silenced]: 'fake', [faultsAnnotation]: 'NodeLost' }, 'Unknown');
    expect(silenceChange(silent, now)).toBeUndefined();
  });

  it('silences it again after a late kubelet report', () => {
    const answering = aNode({ [silenced]: 'fake', [faultsAnnotation]: 'NodeLost' });
    expect(silenceChange(answering, now)?.status).toBeDefined();
  });

  it('ends with the annotation, and KWOK simulates the kubelet again', () => {
    expect(silenceChange(aNode({ [silenced]: 'fake' }, 'Unknown'), now)).toEqual({
      metadata: {
        annotations: { [kwok]: 'fake', [silenced]: null },
        labels: { 'kubevirt.io/schedulable': 'true' },
      },
    });
  });

  it('leaves healthy and real nodes alone', () => {
    expect(silenceChange(aNode({ [kwok]: 'fake' }), now)).toBeUndefined();
    expect(silenceChange(aNode({ [faultsAnnotation]: 'NodeLost' }), now)).toBeUndefined();
  });
});
