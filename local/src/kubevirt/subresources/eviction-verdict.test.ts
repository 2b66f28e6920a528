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

describe('the answer to an eviction', () => {
  it.each<[string, VirtualMachineInstance, EvictionVerdict]>([
    ['nobody minds without a strategy', running(undefined), { marks: false }],
    ['nobody minds with None', running('None'), { marks: false }],
    ['External is only told', running('External'), told],
    [
      'External is told once',
      running('External', { evacuationNodeName: 'node-1' }),
      { ...told, marks: false },
    ],
    [
      'External is not told of a pod on another node',
      running('External', { nodeName: 'node-2' }),
      { ...told, marks: false },
    ],
    ['LiveMigrate is told when it can migrate', running('LiveMigrate', migratable), told],
    [
      'LiveMigrate is not even told when it cannot',
      running('LiveMigrate'),
      { denied: 'VMI vm is configured with an eviction strategy but is not live-migratable', marks: false },
    ],
    ['LiveMigrateIfPossible is told when it can', running('LiveMigrateIfPossible', migratable), told],
    ['LiveMigrateIfPossible goes when it cannot', running('LiveMigrateIfPossible'), { marks: false }],
  ])('%s', (_, machine, verdict) => {
    expect(evictionVerdict(machine, runningPod())).toEqual(verdict);
  });
});
