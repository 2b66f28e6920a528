import { tenants } from '@gpulease/crds';
import type { Cluster } from '@gpulease/kube';
import { kubectl } from '../local/src/demo/kubectl.ts';
import { createCustomers, ordersPerCustomer, type Customer } from './customers.ts';
import type { BenchDemo } from './demo.ts';
import type { OrderBench, OrderTimes } from './order-times.ts';
import { percentile, type Row } from './report.ts';

const atOnce = 200;
/** Each way comes first and last once: what else the machine does strikes both alike. */
const turns = ['portal', 'kubectl', 'kubectl', 'portal'] as const;
type Way = (typeof turns)[number];

const customersOfABurst = Math.ceil(atOnce / ordersPerCustomer);
/** Machines of one burst, with the one that each customer has before. */
export const machinesOfBurst = atOnce + customersOfABurst;

export interface BurstParts {
  demo: BenchDemo;
  cluster: Cluster;
  bench: OrderBench;
  kubectl: Parameters<typeof kubectl>[0];
}

/** As many orders at once through the portal and in one list by `kubectl apply`, in turn. */
export async function measureBursts(parts: BurstParts): Promise<Row[]> {
  const bursts: Record<Way, OrderTimes[]> = { portal: [], kubectl: [] };
  for (const [turn, way] of turns.entries()) {
    bursts[way].push(await burst(parts, way, `burst-${turn}`));
    await parts.bench.destroyAll(`burst-${turn}`);
  }
  const seconds = (way: Way): number =>
    bursts[way].reduce((sum, { untilAllRunSeconds }) => sum + untilAllRunSeconds, 0) / bursts[way].length;
  const rows = (way: Way, title: string): Row[] => {
    const times = bursts[way].flatMap(({ toVirtualMachine }) => toVirtualMachine);
    return [
      [`${atOnce} ${title} until the VirtualMachine, p50`, `${percentile(times, 50)} ms`],
      [`${atOnce} ${title} until the VirtualMachine, p99`, `${percentile(times, 99)} ms`],
      [`${atOnce} ${title} until all run, mean`, `${seconds(way).toFixed(1)} s`],
    ];
  };
  return [
    ...rows('portal', 'orders at once through the portal'),
    ...rows('kubectl', 'orders at once by kubectl apply'),
    ['portal / kubectl, until all run', (seconds('portal') / seconds('kubectl')).toFixed(2)],
  ];
}

/** Customers of its own, who have ordered once before: nobody waits for a namespace. */
async function burst(
  { demo, cluster, bench, kubectl: target }: BurstParts,
  way: Way,
  prefix: string,
): Promise<OrderTimes> {
  const customers = await createCustomers(demo, customersOfABurst);
  const sessions = customers.map(({ session }) => session);
  await bench.orderAtOnce(sessions, sessions.length, `${prefix}-first`);
  if (way === 'portal') return bench.orderAtOnce(sessions, atOnce, prefix);
  const apply = (list: object): Promise<string> =>
    kubectl(target, ['apply', '--filename=-'], JSON.stringify(list));
  return bench.applyAtOnce(await namespacesOf(cluster, customers), atOnce, { prefix, apply });
}

async function namespacesOf(cluster: Cluster, customers: readonly Customer[]): Promise<string[]> {
  const { items } = await cluster.resource(tenants).list();
  const usernames = new Set(customers.map(({ username }) => username));
  return items.flatMap(({ spec, status }) =>
    usernames.has(spec.username) && status?.namespace ? [status.namespace] : [],
  );
}
