import type { VMImage, VMImageStatus } from '@gpulease/crds';
import type { Informer } from '@gpulease/kube';
import { describe, expect, it } from '@jest/globals';
import { onMeaningfulChange } from './meaningful-change.ts';

type Handler = Parameters<Informer<VMImage>['onChange']>[0];

function image(status: VMImageStatus, generation = 1): VMImage {
  return { metadata: { name: 'ubuntu', generation }, status } as VMImage;
}

const ready = (status: 'True' | 'False', reason: string): VMImageStatus => ({
  conditions: [{ type: 'Ready', status, reason, message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }],
});
const disk = { dataSource: { namespace: 'gpulease-images', name: 'ubuntu' } };
const importing = ready('False', 'Importing');

describe('workloads that wait for an image are reconciled', () => {
  it.each<[when: string, before: VMImage | undefined, after: VMImage | undefined, isMeaningful: boolean]>([
    ['when it is created', undefined, image(importing), true],
    ['when it is deleted', image(importing), undefined, true],
    ['when its spec changes', image(importing), image(importing, 2), true],
    ['when it becomes ready', image(importing), image(ready('True', 'Imported')), true],
    [
      'when the reason why it is not ready changes',
      image(importing),
      image(ready('False', 'ImportFailed')),
      true,
    ],
    [
      'when one of its disks is imported, although not all are',
      image(importing),
      image({ ...importing, import: { disks: [disk] } }),
      true,
    ],
    [
      'not when its progress or counts change',
      image({ ...importing, import: { progress: '10.0%' } }),
      image({ ...importing, import: { progress: '20.0%' }, workloads: 3 }),
      false,
    ],
  ])('%s', (_, before, after, isMeaningful) => {
    const woken: string[] = [];
    let change: Handler | undefined;
    const informer = {
      onChange: (handler: Handler) => {
        change = handler;
        return () => undefined;
      },
    };
    onMeaningfulChange(
      informer,
      (name) => woken.push(name),
      ({ status }) => status?.import?.disks,
    );
    change?.('ubuntu', before, after);
    expect(woken).toEqual(isMeaningful ? ['ubuntu'] : []);
  });
});
