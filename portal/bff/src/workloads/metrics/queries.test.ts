import { describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import {
  fleetQueries,
  highestUseQuery,
  idleQueries,
  gaugeQueries,
  measuredMachine,
  questionsOf,
  rankingQuery,
} from './queries.ts';

const machine = { namespace: 'gpulease-tenant-1', name: 'box-1234abcd', cpus: 8, gpus: 2 };
const of = 'namespace="gpulease-tenant-1",name="box-1234abcd"';

describe('what is asked', () => {
  it.each([
    ['CPU', 'USED', `max(rate(kubevirt_vmi_cpu_usage_seconds_total{${of}}[120s]))`, 12.5],
    [
      'MEMORY',
      'USED',
      `max(avg_over_time(kubevirt_vmi_memory_available_bytes{${of}}[120s])) - max(avg_over_time(kubevirt_vmi_memory_usable_bytes{${of}}[120s]))`,
      1,
    ],
    ['MEMORY', 'LIMIT', `max(avg_over_time(kubevirt_vmi_memory_available_bytes{${of}}[120s]))`, 1],
    [
      'NETWORK',
      'SENT',
      `sum(max by (interface) (rate(kubevirt_vmi_network_transmit_bytes_total{${of}}[120s])))`,
      1,
    ],
    [
      'DISK',
      'READ',
      `sum(max by (drive) (rate(kubevirt_vmi_storage_read_traffic_bytes_total{${of}}[120s])))`,
      1,
    ],
    [
      'GPU_UTILIZATION',
      'USED',
      `max by (gpu) (avg_over_time(DCGM_FI_DEV_GPU_UTIL{${of},gpu=~"0|1"}[120s]))`,
      1,
    ],
    [
      'GPU_MEMORY',
      'LIMIT',
      `max by (gpu) (avg_over_time(DCGM_FI_DEV_FB_USED{${of},gpu=~"0|1"}[120s])) + max by (gpu) (avg_over_time(DCGM_FI_DEV_FB_FREE{${of},gpu=~"0|1"}[120s]))`,
      1_048_576,
    ],
  ] as const)('for %s %s', (metric, line, query, factor) => {
    const asked = questionsOf(machine, 120_000).find((one) => one.metric === metric && one.of === line);
    expect(asked).toEqual({ metric, of: line, query, factor });
  });

  it('has nothing of GPUs for a machine without', () => {
    const metrics = questionsOf({ ...machine, gpus: 0 }, 120_000).map(({ metric }) => metric);
    expect([...new Set(metrics)]).toEqual(['CPU', 'MEMORY', 'NETWORK', 'DISK']);
  });

  it('stays within its strings, whatever a machine is called', () => {
    const name = 'x"} or vector(1) #\\\n';
    for (const { query } of questionsOf({ ...machine, name }, 120_000)) {
      const outside = query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
      expect(outside).not.toMatch(/vector|#|\\|\n/);
      expect(query).toContain(String.raw`name="x\"} or vector(1) #\\\n"`);
    }
  });
});

describe('what is asked about several machines', () => {
  const machines = [machine, { ...machine, namespace: 'gpulease-tenant-2', name: 'a.b-0123abcd', gpus: 3 }];
  const those = String.raw`name=~"box-1234abcd|a\\.b-0123abcd",gpu=~"0|1|2"`;
  const each = (name: string) =>
    `max by (namespace, name, gpu) (avg_over_time(DCGM_FI_DEV_${name}{${those}}[120s]))`;

  it('is a query for each gauge', () => {
    expect(gaugeQueries(machines, 120_000)).toEqual({
      use: each('GPU_UTIL'),
      usedMemory: each('FB_USED'),
      freeMemory: each('FB_FREE'),
    });
  });

  it('is all in their namespace, where their names have no room', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ ...machine, name: `box-${index}` }));
    expect(gaugeQueries(many, 120_000).use).toBe(
      'max by (namespace, name, gpu) (avg_over_time(DCGM_FI_DEV_GPU_UTIL{namespace="gpulease-tenant-1",gpu=~"0|1"}[120s]))',
    );
  });

  it('is the highest use of their GPUs', () => {
    expect(highestUseQuery(machines, 300_000)).toBe(
      `floor(clamp(max by (namespace, name) (max_over_time(DCGM_FI_DEV_GPU_UTIL{${those}}[300s])), 0, 100))`,
    );
  });

  it('stays within its strings, whatever a machine is called', () => {
    const odd = [{ ...machine, name: 'x"} or vector(1) #.*' }];
    for (const query of [...Object.values(gaugeQueries(odd, 120_000)), highestUseQuery(odd, 300_000)]) {
      expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
      expect(query).toContain(String.raw`name=~"x\\\"\\}\\ or\\ vector\\(1\\)\\ \\#\\.\\*"`);
    }
  });
});

describe('what is asked of the fleet', () => {
  const machines = (labels: string) =>
    `max by (name) (last_over_time(gpulease_machine_gpus{${labels}}[300s]))`;
  const counted = (labels: string) =>
    `sum(max by (region, model) (last_over_time(gpulease_gpus{${labels}}[300s])))`;
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[300s]), 0, 100) >= 0)';

  it('is how many GPUs there are, are sold, run, are measured and are busy', () => {
    expect(fleetQueries({})).toEqual({
      TOTAL: counted('state="total"'),
      SOLD: counted('state="allocated"'),
      IN_USE: `sum(${machines('')})`,
      MEASURED: `sum(${machines('')} and ${use})`,
      BUSY: `sum(${machines('')} * ${use}) / 100`,
    });
  });

  it('is of a region and a model only', () => {
    const { SOLD, IN_USE } = fleetQueries({ region: 'east', gpu: 'a100' });
    expect([SOLD, IN_USE]).toEqual([
      counted('region="east",model="a100",state="allocated"'),
      `sum(${machines('region="east",model="a100"')})`,
    ]);
  });

  it('is, of a node, what its machines do', () => {
    const { IN_USE, ...others } = fleetQueries({ node: 'n1' });
    expect(IN_USE).toBe(`sum(${machines('compute_node="n1"')})`);
    expect(Object.keys(others)).toEqual(['MEASURED', 'BUSY']);
  });

  it('stays within its strings, whatever a region is called', () => {
    for (const query of Object.values(fleetQueries({ region: 'x"} or vector(1) #' })))
      expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
  });
});

describe('the ranking of machines', () => {
  const machines = (labels: string) =>
    `max by (name) (last_over_time(gpulease_machine_gpus{${labels}}[300s]))`;
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[3600s]), 0, 100) >= 0)';

  it.each([
    ['LEAST_USED', `${use} and bottomk(10, floor(${use} / 5) - ${machines('')} / 1000)`],
    ['MOST_USED', `${use} and topk(10, ceil(${use} / 5) + ${machines('')} / 1000)`],
  ] as const)('is made by the source, which answers with few: %s', (rank, query) => {
    expect(rankingQuery({}, rank)).toBe(query);
  });

  it('is of a region and a model only', () => {
    const query = rankingQuery({ region: 'east', gpu: 'a100' }, 'LEAST_USED');
    expect(query).toContain(machines('region="east",model="a100"'));
  });
});

it('idle machines are counted by the source, which names no more than are asked about', () => {
  const machines = 'max by (name) (last_over_time(gpulease_machine_gpus{region="east"}[300s]))';
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[3600s]), 0, 100) >= 0) < 5';
  expect(idleQueries({ region: 'east' })).toEqual({
    count: `count(${machines} and ${use})`,
    some: `topk(200, ${machines} and ${use})`,
  });
});

describe('a machine', () => {
  const status = {
    virtualMachine: 'box-1234abcd',
    startedAt: '2026-11-21T04:00:00Z',
    resources: {
      cpu: 8,
      memory: '32Gi',
      disk: '200Gi',
      gpu: { model: 'a100', count: 2, deviceName: 'nvidia.com/A100' },
    },
  };
  const measured = (change: Workload['status'] & object = {}) =>
    measuredMachine({
      metadata: { name: 'box', namespace: 'gpulease-tenant-1' },
      status: { ...status, ...change },
    } as Workload);

  it('is measured by the name of its VirtualMachine', () => {
    expect(measured()).toEqual(machine);
  });

  it.each([
    ['has never run', { startedAt: undefined }],
    ['is not in the cluster', { virtualMachine: undefined }],
  ])('is not measured where it %s', (_, change) => {
    expect(measured(change as Workload['status'] & object)).toBeUndefined();
  });
});
