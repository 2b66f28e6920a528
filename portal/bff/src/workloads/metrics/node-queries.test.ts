import { expect, it } from '@jest/globals';
import { nodeQuestions } from './node-queries.ts';

const node = { name: 'gpu-1', host: 'n1', cpus: 32, memoryBytes: 2 ** 38, hasGpus: false };
const of = '{node="n1",namespace=~"u-.+"}[600s]';

it('a node is asked for the sums over the machines of tenants on it', () => {
  const average = (name: string) => `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${of}))`;
  const traffic = (name: string, by: string) => `sum(max by (name, ${by}) (rate(kubevirt_vmi_${name}${of})))`;
  expect(nodeQuestions(node, 600_000)).toEqual([
    {
      ...{ metric: 'CPU', of: 'USED', factor: 3.125 },
      query: `sum(max by (name) (rate(kubevirt_vmi_cpu_usage_seconds_total${of})))`,
    },
    {
      ...{ metric: 'MEMORY', of: 'USED', factor: 1 },
      query: `sum(${average('available')} - ${average('usable')})`,
    },
    ...[
      ['NETWORK', 'RECEIVED', traffic('network_receive_bytes_total', 'interface')],
      ['NETWORK', 'SENT', traffic('network_transmit_bytes_total', 'interface')],
      ['DISK', 'READ', traffic('storage_read_traffic_bytes_total', 'drive')],
      ['DISK', 'WRITTEN', traffic('storage_write_traffic_bytes_total', 'drive')],
      ['DISK_OPERATIONS', 'READ', traffic('storage_iops_read_total', 'drive')],
      ['DISK_OPERATIONS', 'WRITTEN', traffic('storage_iops_write_total', 'drive')],
    ].map(([metric, side, query]) => ({ metric, of: side, query, factor: 1 })),
  ]);
});

it('of the GPUs of a machine, their mean counts for as many as it has', () => {
  const gpus = 'max by (name) (last_over_time(gpulease_machine_gpus{compute_node="gpu-1"}[300s]))';
  const measured = (name: string) => `(avg_over_time(DCGM_FI_DEV_${name}{name!=""}[600s]) >= 0)`;
  const mean = (name: string) => `avg by (name) ${measured(name)}`;
  const asked = nodeQuestions({ ...node, hasGpus: true }, 600_000).slice(0, 4);
  expect(asked.map(({ metric, of: line, query }) => [metric, line, query])).toEqual([
    ['GPU_MEMORY', 'USED', `sum(${gpus} * ${mean('FB_USED')})`],
    ['GPU_MEMORY', 'LIMIT', `sum(${gpus} * (${mean('FB_USED')} + ${mean('FB_FREE')}))`],
    ['GPU_TEMPERATURE', 'HOTTEST', `max(max by (name) ${measured('GPU_TEMP')} and ${gpus})`],
    ['GPU_POWER', 'USED', `sum(${gpus} * ${mean('POWER_USAGE')})`],
  ]);
});

it('stays within its strings, whatever a node is called', () => {
  const called = 'x"} or vector(1) #';
  for (const { query } of nodeQuestions({ ...node, name: called, host: called, hasGpus: true }, 600_000))
    expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
});
