import { expect, it } from '@jest/globals';
import { nodeQuestions } from './node-queries.ts';

const node = { host: 'n1', cpus: 32, memoryBytes: 2 ** 38 };
const of = '{node="n1",namespace=~"u-.+"}[600s]';

it('a node is asked for the sums over the machines of tenants on it', () => {
  const average = (name: string) => `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${of}))`;
  const traffic = (name: string) => `sum(max by (name, interface) (rate(kubevirt_vmi_network_${name}${of})))`;
  expect(nodeQuestions(node, 600_000)).toEqual([
    {
      ...{ metric: 'CPU', of: 'USED', factor: 3.125 },
      query: `sum(max by (name) (rate(kubevirt_vmi_cpu_usage_seconds_total${of})))`,
    },
    {
      ...{ metric: 'MEMORY', of: 'USED', factor: 1 },
      query: `sum(${average('available')} - ${average('usable')})`,
    },
    { metric: 'NETWORK', of: 'RECEIVED', query: traffic('receive_bytes_total'), factor: 1 },
    { metric: 'NETWORK', of: 'SENT', query: traffic('transmit_bytes_total'), factor: 1 },
  ]);
});

it('stays within its strings, whatever a node is called', () => {
  for (const { query } of nodeQuestions({ ...node, host: 'x"} or vector(1) #' }, 600_000))
    expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
});
