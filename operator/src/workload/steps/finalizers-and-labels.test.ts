import { expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { FakeClock } from '@gpulease/kube/testing';
import { allocationOf } from '@gpulease/placement/workload-allocation';
import { Placer } from '@gpulease/placement/placer';
import { aScope, aWorkload } from '../../testing/scope.ts';
import type { WorkloadContext } from '../context.ts';
import { keepFinalizersAndLabels } from './finalizers-and-labels.ts';

const amounts = { cpu: 64_000, memory: 1000, storage: 1000, gpus: 1, pods: 0 };
const shape = { region: 'east', architecture: 'amd64', gpuModel: 'a100', amounts };
const order = { ...shape, tenant: 'u-mei', sku: 'a100-1', what: 'A100', wants: '1 A100' };
const onDemand = { span: { from: 0 }, spot: false, createdAt: 0 };

it('gives the place of a workload to no other when the watch event of its finalizers is late', async () => {
  const placer = new Placer({
    wake: () => undefined,
    clock: new FakeClock(),
    spotNoticeMs: 0,
    drainWindowMs: 0,
  });
  placer.setNode({ ...shape, name: 'gpu-1', skus: ['a100-1'], declared: amounts });
  const observe = (seen: Workload) =>
    placer.observe('u-mei/train', seen.metadata.resourceVersion ?? '', allocationOf(seen, { spot: false }));
  const applied = aWorkload();
  applied.metadata.resourceVersion = '7';
  observe(applied);
  const written = { ...applied, metadata: { ...applied.metadata, resourceVersion: '8' } };
  const context = {
    workloads: { mergePatch: () => Promise.resolve(written) },
    caches: { workloads: { remember: (one: Workload) => one } },
    observe,
  } as unknown as WorkloadContext;

  await keepFinalizersAndLabels(aScope(applied), context);
  expect(placer.place({ ...order, ...onDemand, workload: 'u-mei/train' })).toMatchObject({ node: 'gpu-1' });
  observe(written);

  expect(placer.place({ ...order, ...onDemand, workload: 'u-mei/another' })).toHaveProperty('refusal');
});
