/** All that the portal asks the source of metrics about the machines of a node, in PromQL. Pure. */
import { tenantNamespace } from '@gpulease/crds';
import { withLabels } from './promql.ts';
import type { Question } from './queries.ts';

/** A node as the metrics of its machines know it. */
export interface MeasuredNode {
  /** The name of the Kubernetes node. */
  readonly host: string;
  /** What it offers to machines. */
  readonly cpus: number;
  readonly memoryBytes: number;
}

/** Sums over its machines, from KubeVirt; of a host, other virtual machines do not count. */
export function nodeQuestions({ host, cpus }: MeasuredNode, overMs: number): Question[] {
  const machines = withLabels({ node: host }, `namespace=~"${tenantNamespace('.+')}"`);
  const of = `${machines}[${overMs / 1_000}s]`;
  const rate = (name: string, ...by: string[]) =>
    `sum(max by (${['name', ...by].join(', ')}) (rate(kubevirt_vmi_${name}${of})))`;
  const average = (name: string) => `max by (name) (avg_over_time(kubevirt_vmi_memory_${name}_bytes${of}))`;
  const used = `sum(${average('available')} - ${average('usable')})`;
  const received = rate('network_receive_bytes_total', 'interface');
  const sent = rate('network_transmit_bytes_total', 'interface');
  return [
    { metric: 'CPU', of: 'USED', query: rate('cpu_usage_seconds_total'), factor: 100 / cpus },
    { metric: 'MEMORY', of: 'USED', query: used, factor: 1 },
    { metric: 'NETWORK', of: 'RECEIVED', query: received, factor: 1 },
    { metric: 'NETWORK', of: 'SENT', query: sent, factor: 1 },
  ];
}
