import { describe, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/crds';
import { errorQueries, gaugeQueries, highestUseQuery, measuredMachine, questionsOf } from './queries.ts';

const machine = { namespace: 'gpulease-tenant-1', name: 'box-1234abcd', cpus: 8, gpus: 2 };
const of = 'namespace="gpulease-tenant-1",name="box-1234abcd"';

describe('the questions about a machine', () => {
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
    [
      'GPU_NVLINK',
      'USED',
      `max by (gpu) (avg_over_time(DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL{${of},gpu=~"0|1"}[120s]))`,
      1_048_576,
    ],
    [
      'GPU_PCIE',
      'RECEIVED',
      `sum(max by (gpu) (avg_over_time(DCGM_FI_PROF_PCIE_RX_BYTES{${of},gpu=~"0|1"}[120s])))`,
      1,
    ],
    [
      'DISK_OPERATIONS',
      'WRITTEN',
      `sum(max by (drive) (rate(kubevirt_vmi_storage_iops_write_total{${of}}[120s])))`,
      1,
    ],
    [
      'FILE_SYSTEM',
      'LIMIT',
      `sum(max by (disk_name) (avg_over_time(kubevirt_vmi_filesystem_capacity_bytes{${of},file_system_type!~"squashfs|iso9660"}[120s])))`,
      1,
    ],
  ] as const)('include %s %s', (metric, line, query, factor) => {
    const asked = questionsOf(machine, 120_000).find((one) => one.metric === metric && one.of === line);
    expect(asked).toEqual({ metric, of: line, query, factor });
  });

  it('omit GPUs for a machine without', () => {
    const metrics = questionsOf({ ...machine, gpus: 0 }, 120_000).map(({ metric }) => metric);
    expect([...new Set(metrics)]).toEqual([
      ...['CPU', 'MEMORY', 'NETWORK', 'DISK', 'DISK_OPERATIONS', 'FILE_SYSTEM'],
    ]);
  });

  it('on errors return counts above zero, of its own GPUs', () => {
    const highest = (name: string) =>
      `max by (gpu) (max_over_time(DCGM_FI_DEV_${name}{${of},gpu=~"0|1"}[120s])) > 0`;
    expect(errorQueries(machine, 120_000)).toEqual({
      XID: highest('XID_ERRORS'),
      ECC_UNCORRECTED: highest('ECC_DBE_VOL_TOTAL'),
      ECC_CORRECTED: highest('ECC_SBE_VOL_TOTAL'),
    });
  });

  it('escape the name of a machine', () => {
    const name = 'x"} or vector(1) #\\\n';
    const odd = { ...machine, name };
    const queries = questionsOf(odd, 120_000).map(({ query }) => query);
    for (const query of [...queries, ...Object.values(errorQueries(odd, 120_000))]) {
      const outside = query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
      expect(outside).not.toMatch(/vector|#|\\|\n/);
      expect(query).toContain(String.raw`name="x\"} or vector(1) #\\\n"`);
    }
  });
});

describe('the questions about several machines', () => {
  const machines = [machine, { ...machine, namespace: 'gpulease-tenant-2', name: 'a.b-0123abcd', gpus: 3 }];
  const those = String.raw`name=~"box-1234abcd|a\\.b-0123abcd",gpu=~"0|1|2"`;
  const each = (name: string) =>
    `max by (namespace, name, gpu) (avg_over_time(DCGM_FI_DEV_${name}{${those}}[120s]))`;

  it('are one query for each gauge', () => {
    expect(gaugeQueries(machines, 120_000)).toEqual({
      use: each('GPU_UTIL'),
      usedMemory: each('FB_USED'),
      freeMemory: each('FB_FREE'),
    });
  });

  it('cover their whole namespace if their names do not fit', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ ...machine, name: `box-${index}` }));
    expect(gaugeQueries(many, 120_000).use).toBe(
      'max by (namespace, name, gpu) (avg_over_time(DCGM_FI_DEV_GPU_UTIL{namespace="gpulease-tenant-1",gpu=~"0|1"}[120s]))',
    );
  });

  it('include the highest use of their GPUs', () => {
    expect(highestUseQuery(machines, 300_000)).toBe(
      `floor(clamp(max by (namespace, name) (max_over_time(DCGM_FI_DEV_GPU_UTIL{${those}}[300s])), 0, 100))`,
    );
  });

  it('escape the name of a machine', () => {
    const odd = [{ ...machine, name: 'x"} or vector(1) #.*' }];
    for (const query of [...Object.values(gaugeQueries(odd, 120_000)), highestUseQuery(odd, 300_000)]) {
      expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
      expect(query).toContain(String.raw`name=~"x\\\"\\}\\ or\\ vector\\(1\\)\\ \\#\\.\\*"`);
    }
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
  ])('is not measured if it %s', (_, change) => {
    expect(measured(change as Workload['status'] & object)).toBeUndefined();
  });
});
