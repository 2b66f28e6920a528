import { describe, expect, it } from '@jest/globals';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { instance, runningPod } from '../testing/objects.ts';
import { evictionVerdict, type EvictionVerdict } from './eviction-verdict.ts';

type Status = VirtualMachineInstance['status'];

function running(evictionStrategy: string | undefined, status: Status = {}): VirtualMachineInstance {
  const { spec, ...rest } = instance();
  const { evictionStrategy: _, ...others } = spec;
  return {
    ...rest,
    spec: { ...others, ...(evictionStrategy === undefined ? {} : { evictionStrategy }) },
    status: { phase: 'Running', nodeName: 'node-1', ...status },
  };
}

const migratable: Status = { conditions: [{ type: 'LiveMigratable', status: 'True' }] };
const told = { denied: 'Eviction triggered evacuation of VMI "default/vm"', marks: true };

describe('the verdict on an eviction', () => {
  it.each<[string, VirtualMachineInstance, EvictionVerdict]>([
    ['allows it without a strategy', running(undefined), { marks: false }],
    ['allows it with None', running('None'), { marks: false }],
    ['denies it with External and marks the instance', running('External'), told],
    [
      'marks an instance with External once',
      running('External', { evacuationNodeName: 'node-1' }),
      { ...told, marks: false },
    ],
    [
      'does not mark an instance with External for a pod on another node',
      running('External', { nodeName: 'node-2' }),
      { ...told, marks: false },
    ],
    ['marks a migratable instance with LiveMigrate', running('LiveMigrate', migratable), told],
    [
      'denies it without a mark for LiveMigrate if the instance cannot migrate',
      running('LiveMigrate'),
      { denied: 'VMI vm is configured with an eviction strategy but is not live-migratable', marks: false },
    ],
    [
      'marks a migratable instance with LiveMigrateIfPossible',
      running('LiveMigrateIfPossible', migratable),
      told,
    ],
    [
      'allows it with LiveMigrateIfPossible if the instance cannot migrate',
      running('LiveMigrateIfPossible'),
      { marks: false },
    ],
  ])('%s', (_, machine, verdict) => {
    expect(evictionVerdict(machine, runningPod())).toEqual(verdict);
  });
});
