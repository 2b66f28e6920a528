import { expect, it } from '@jest/globals';
import { FakeClock } from '@gpulease/kube/testing';
import type { Workload } from '@gpulease/crds';
import { Registry } from 'prom-client';
import { networkPoliciesEnforced } from './cluster-network/network-policies-enforced.ts';
import { exportProduct, type ProductMetricsOptions } from './product-metrics.ts';
import { aWorkload, NOW } from './testing/scope.ts';

type Change = (key: string, before: Workload | undefined, after: Workload | undefined) => void;

/** Exports the product metrics of these workloads and returns the means to change them. */
function aProduct(workloads: Workload[]) {
  const registry = new Registry();
  const clock = new FakeClock();
  let change: Change = () => undefined;
  let isLeader = true;
  const informer = {
    store: { list: () => workloads },
    onChange: (handler: Change) => void (change = handler),
  };
  const capacity = [{ model: 'a100', total: 8, allocated: 3, free: 5 }];
  const region = { metadata: { name: 'east' }, status: { capacity } };
  const ready = { type: 'Ready', status: 'False', reason: 'ImportFailed' };
  const caches = {
    workloads: { informer },
    regions: { store: { list: () => [region] } },
    images: { store: { list: () => [{ status: { conditions: [ready] } }] } },
    services: {
      informer: { store: { list: () => [{ spec: { ports: [{ nodePort: 30_001 }, { port: 80 }] } }, {}] } },
    },
  } as unknown as ProductMetricsOptions['caches'];
  exportProduct({
    caches,
    registry,
    clock,
    nodePorts: { first: 30_000, last: 32_767 },
    networkCheck: { condition: () => networkPoliciesEnforced({ pod: 'portal', open: true, closed: true }) },
    isLeader: () => isLeader,
  });
  return {
    clock,
    text: () => registry.metrics(),
    move: (before: Workload, after: Workload) => change('u-mei/train', before, after),
    standBy: () => void (isLeader = false),
  };
}

const inPhase = (phase: NonNullable<Workload['status']>['phase'], reason: string) =>
  aWorkload({}, { phase, reason, message: '' });

it('counts workloads, GPUs and images by state while it leads', async () => {
  const product = aProduct([
    inPhase('Running', 'Running'),
    inPhase('Running', 'Running'),
    inPhase('Pending', 'NoCapacity'),
  ]);
  const text = await product.text();
  expect(text).toContain('gpulease_workloads{phase="Running",reason="Running"} 2');
  expect(text).toMatch(/gpulease_workload_oldest_pending_seconds\{reason="NoCapacity"\} -?\d+/);
  expect(text).toContain('gpulease_gpus{region="east",model="a100",state="free"} 5');
  expect(text).toContain('gpulease_images_not_ready{reason="ImportFailed"} 1');
  expect(text).toContain('gpulease_network_policies_enforced 0');
  expect(text).toContain('gpulease_node_ports{state="allocated"} 1');
  expect(text).toContain('gpulease_node_ports{state="free"} 2767');
  product.standBy();
  expect(await product.text()).not.toMatch(/^gpulease_(workloads|network_policies_enforced)[ {]/m);
});

it('exports the place and the number of GPUs of each running machine while it leads', async () => {
  const bare = { cpu: 8, memory: '32Gi', disk: '100Gi' };
  const gpu = { model: 'a100', count: 2, deviceName: 'nvidia.com/A100' };
  const status = {
    phase: 'Running',
    reason: 'Running',
    message: '',
    placed: { node: 'n1', at: NOW.toISOString() },
    resources: { ...bare, gpu },
  } as const;
  const product = aProduct([
    aWorkload({}, { ...status, virtualMachine: 'train-1' }),
    aWorkload({}, { ...status, virtualMachine: 'starting', phase: 'Starting' }),
    aWorkload({}, { ...status, virtualMachine: 'bare', resources: bare }),
  ]);
  const told = async () => (await product.text()).match(/^gpulease_machine_gpus.*/gm);
  expect(await told()).toEqual([
    'gpulease_machine_gpus{name="train-1",region="east",model="a100",compute_node="n1"} 2',
    'gpulease_machine_gpus{name="bare",region="east",model="",compute_node="n1"} 0',
  ]);
  product.standBy();
  expect(await told()).toBeNull();
});

it('times starts and counts failed ones by reason', async () => {
  const product = aProduct([]);
  const starting = inPhase('Starting', 'Starting');
  product.move(inPhase('Scheduled', 'Scheduled'), starting);
  product.clock.advance(25_000);
  product.move(starting, inPhase('Running', 'Running'));
  product.move(starting, inPhase('Failed', 'CrashLoop'));
  const text = await product.text();
  expect(text).toContain('gpulease_workload_start_duration_seconds_sum 25');
  expect(text).toContain('gpulease_workload_failed_starts_total{reason="CrashLoop"} 1');
});
