/** `make bench`: measures the product on this machine in a separate demo, and prints a table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tenants } from '@gpulease/crds';
import { connect, type Cluster } from '@gpulease/kube';
import { ensureBinaries } from '../local/src/control-plane/binaries.ts';
import { findFreePort } from '../local/src/control-plane/ports.ts';
import { kubectl } from '../local/src/demo/kubectl.ts';
import { addCapacity } from './capacity.ts';
import { createCustomers, ordersPerCustomer, type Customer } from './customers.ts';
import { BenchDemo, inTemporaryHome, repository } from './demo.ts';
import { OrderBench, type OrderTimes } from './order-times.ts';
import { measurePlacement } from './placement/measure.ts';
import { describeMachine, percentile, printTable, type Row } from './report.ts';

const inTurn = 10;
const atOnce = 200;
/** Each way comes first and last once, so that other load on the machine affects both equally. */
const turns = ['portal', 'kubectl', 'kubectl', 'portal'] as const;
type Way = (typeof turns)[number];

const customersOfABurst = Math.ceil(atOnce / ordersPerCustomer);
/** Machines of one burst, including each customer's previous one. */
const machinesOfBurst = atOnce + customersOfABurst;

interface BurstParts {
  demo: BenchDemo;
  cluster: Cluster;
  bench: OrderBench;
  kubectl: Parameters<typeof kubectl>[0];
}

async function measureOrders(demo: BenchDemo): Promise<Row[]> {
  const { kubeconfig } = demo.facts;
  const target = { binaries: await ensureBinaries(console.error), kubeconfig };
  const cluster = connect({ kubeconfig, userAgent: 'bench' });
  await addCapacity(cluster, inTurn + machinesOfBurst);
  const [first] = await createCustomers(demo, 1);
  if (first === undefined) throw new Error('There are no customers');
  const bench = await OrderBench.start(cluster);
  const single = await bench.orderInTurn(first.session, inTurn);
  const bursts = await measureBursts({ demo, cluster, bench, kubectl: target });
  await bench.stop();
  await cluster.close();
  return [
    [`POST /workloads to VirtualMachine, one at a time (${inTurn}), p50`, `${percentile(single, 50)} ms`],
    [`POST /workloads to VirtualMachine, one at a time (${inTurn}), p99`, `${percentile(single, 99)} ms`],
    ...bursts,
  ];
}

/** Measures concurrent orders through the portal, and as many in one list by `kubectl apply`, in turn. */
async function measureBursts(parts: BurstParts): Promise<Row[]> {
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

/** Uses new customers who have ordered once, so that no order waits for a namespace. */
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

const dist = join(repository, 'portal/web/dist');

/** Returns the gzipped bytes that a browser loads for the first page: all files named in the built index.html. */
function measureShell(): Record<'scripts' | 'styles', number> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
  const sizeOf = (suffix: string): number =>
    files
      .filter((file) => file.endsWith(suffix))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  return { scripts: sizeOf('.js'), styles: sizeOf('.css') };
}

async function measure(home: string): Promise<Row[]> {
  const port = await findFreePort();
  const first = await BenchDemo.start(home, port);
  const orders = await measureOrders(first).finally(() => first.stop());
  const { scripts, styles } = measureShell();
  const second = await BenchDemo.start(home, port);
  await second.stop();
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    ['make demo, programs there but no data', `${first.startSeconds.toFixed(1)} s`],
    [`make demo, with its data and ${inTurn} workloads`, `${second.startSeconds.toFixed(1)} s`],
    ...orders,
    ...measurePlacement(),
    ['web shell, scripts, gzip', kilobytes(scripts)],
    ['web shell, styles, gzip', kilobytes(styles)],
  ];
}

printTable(describeMachine(), await inTemporaryHome(measure));
