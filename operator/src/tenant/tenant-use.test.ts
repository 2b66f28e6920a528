import { describe, expect, it } from '@jest/globals';
import type { Workload, WorkloadSpec, WorkloadStatus } from '@gpulease/crds';
import type { ChangeHandler } from '@gpulease/kube';
import { aWorkload } from '../testing/scope.ts';
import { TenantUse } from './tenant-use.ts';

const GiB = 2 ** 30;
const ports = (count: number): WorkloadSpec['ports'] =>
  Array.from({ length: count }, (_, index) => ({ protocol: 'TCP', port: 80 + index, targetPort: 80 }));
const machine = (spec: Partial<WorkloadSpec>, status: WorkloadStatus = {}): Workload =>
  aWorkload(spec, { virtualMachine: 'vm', ...status });

function aTenantUse() {
  let tell: ChangeHandler<Workload> = () => undefined;
  const onChange = (handler: ChangeHandler<Workload>) => {
    tell = handler;
    return () => undefined;
  };
  const changed: string[] = [];
  const use = new TenantUse({ workloads: { informer: { onChange } } }, (namespace) =>
    changed.push(namespace),
  );
  const change: ChangeHandler<Workload> = (...news) => tell(...news);
  return { use, changed, change };
}

describe('the use of a tenant', () => {
  it('is summed by tenant as workloads are created, grow and are deleted', () => {
    const { use, change } = aTenantUse();
    const [small, large] = [machine({ ports: ports(1) }), machine({ ports: ports(3) })];
    change('u-mei/a', undefined, small);
    change('u-mei/b', undefined, large);
    change('u-tom/a', undefined, small);
    expect(use.of('u-mei')).toEqual({ ports: 4, storage: 2 * sizeOf(small) });
    const grown = machine({ ports: ports(2) }, { rootDiskSize: '70Gi' });
    change('u-mei/a', small, grown);
    expect(use.of('u-mei')).toEqual({ ports: 5, storage: sizeOf(large) + 70 * GiB });
    change('u-mei/b', large, undefined);
    expect(use.of('u-mei')).toEqual({ ports: 2, storage: 70 * GiB });
    expect(use.of('u-tom')).toEqual({ ports: 1, storage: sizeOf(small) });
    expect(use.of('u-ann')).toEqual({ ports: 0, storage: 0 });
  });

  it('is reported only when it has changed', () => {
    const { changed, change } = aTenantUse();
    const waiting = aWorkload({}, {});
    change('u-mei/a', undefined, waiting);
    expect(changed).toEqual([]);
    change('u-mei/a', waiting, machine({}));
    change('u-mei/a', machine({}), machine({}, { phase: 'Running' }));
    expect(changed).toEqual(['u-mei']);
  });
});

function sizeOf({ spec }: Workload): number {
  return Number.parseInt(spec.rootDiskSize, 10) * GiB;
}
