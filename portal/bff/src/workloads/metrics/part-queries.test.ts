import { describe, expect, it } from '@jest/globals';
import { partQuestions, type MeasuredPart } from './part-queries.ts';

const offers = { cpus: 32, memoryBytes: 2 ** 38, hasGpus: false };
const node: MeasuredPart = { ...offers, part: { node: 'gpu-1' }, host: 'n1' };
const region: MeasuredPart = { ...offers, part: { region: 'east' }, host: undefined };
const model: MeasuredPart = { ...offers, part: { gpu: 'a100' }, host: undefined };

const running = (labels: string) => `max by (name) (last_over_time(gpulease_machine_gpus{${labels}}[300s]))`;

describe.each([
  [
    'a node is queried for the sums over the machines of tenants on it',
    node,
    { labels: 'node="n1",namespace=~"u-.+"', joined: '', cpu: { metric: 'CPU', factor: 3.125 } },
  ],
  [
    'a region is queried for the sums over the machines that the operator has there, with and without GPUs',
    region,
    {
      labels: 'namespace=~"u-.+"',
      joined: ` and on (name) ${running('region="east"')}`,
      cpu: { metric: 'CPU_CORES', factor: 1 },
    },
  ],
  [
    'a GPU model is queried for the sums over the machines that have it',
    model,
    {
      labels: 'namespace=~"u-.+"',
      joined: ` and on (name) ${running('model="a100"')}`,
      cpu: { metric: 'CPU_CORES', factor: 1 },
    },
  ],
] as const)('%s', (_, part, { labels, joined, cpu }) => {
  const of = `{${labels}}[600s]`;
  const average = (name: string) => `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${of}))`;
  const traffic = (name: string, by: string) =>
    `sum(max by (name, ${by}) (rate(kubevirt_vmi_${name}${of}))${joined})`;

  it('in eight questions', () => {
    expect(partQuestions(part, 600_000)).toEqual([
      {
        ...{ ...cpu, of: 'USED' },
        query: `sum(max by (name) (rate(kubevirt_vmi_cpu_usage_seconds_total${of}))${joined})`,
      },
      {
        ...{ metric: 'MEMORY', of: 'USED', factor: 1 },
        query: `sum(${average('available')} - ${average('usable')}${joined})`,
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
});

it.each([
  ['a node', node, 'compute_node="gpu-1",model!=""'],
  ['a region', region, 'region="east",model!=""'],
  ['a GPU model', model, 'model="a100",model!=""'],
])('the mean of the GPUs of a machine of %s counts for as many as it has', (_, part, labels) => {
  const gpus = running(labels);
  const measured = (name: string) => `(avg_over_time(DCGM_FI_DEV_${name}{name!=""}[600s]) >= 0)`;
  const mean = (name: string) => `avg by (name) ${measured(name)}`;
  const asked = partQuestions({ ...part, hasGpus: true }, 600_000).slice(0, 4);
  expect(asked.map(({ metric, of: line, query }) => [metric, line, query])).toEqual([
    ['GPU_MEMORY', 'USED', `sum(${gpus} * ${mean('FB_USED')})`],
    ['GPU_MEMORY', 'LIMIT', `sum(${gpus} * (${mean('FB_USED')} + ${mean('FB_FREE')}))`],
    ['GPU_TEMPERATURE', 'HOTTEST', `max(max by (name) ${measured('GPU_TEMP')} and ${gpus})`],
    ['GPU_POWER', 'USED', `sum(${gpus} * ${mean('POWER_USAGE')})`],
  ]);
});

const odd = 'x"} or vector(1) #';
it.each([
  ['a node', { part: { node: odd }, host: odd }],
  ['a region', { part: { region: odd }, host: undefined }],
  ['a GPU model', { part: { gpu: odd }, host: undefined }],
])('escapes the name of %s', (_, called) => {
  for (const { query } of partQuestions({ ...offers, ...called, hasGpus: true }, 600_000))
    expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
});
