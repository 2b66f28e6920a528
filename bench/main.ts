/** `make bench`: measures the product on this machine, in a demo of its own, and prints a table. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@gpulease/kube';
import { ensureBinaries } from '../local/src/control-plane/binaries.ts';
import { findFreePorts } from '../local/src/control-plane/ports.ts';
import { kubectl } from '../local/src/demo/kubectl.ts';
import { addCapacity } from './capacity.ts';
import { createCustomers, ordersPerCustomer } from './customers.ts';
import { BenchDemo } from './demo.ts';
import { OrderBench } from './orders.ts';
import { measurePlacement } from './placement/measure.ts';
import { describeMachine, percentile, printTable, type Row } from './report.ts';
import { measureShell } from './web-size.ts';
import { countWrites, type Writes } from './writes.ts';

const inTurn = 10;
const atOnce = 200;

async function measureOrders(demo: BenchDemo): Promise<Row[]> {
  const { kubeconfig } = demo.facts;
  const binaries = await ensureBinaries(console.error);
  const cluster = connect({ kubeconfig, userAgent: 'bench' });
  await addCapacity(cluster, inTurn + atOnce);
  const [first, ...others] = await createCustomers(demo, 1 + Math.ceil(atOnce / ordersPerCustomer));
  if (first === undefined) throw new Error('There are no customers');
  const apiMetrics = () => kubectl({ binaries, kubeconfig }, ['get', '--raw', '/metrics']);
  const writes = () => countWrites(demo.port('operatorOps'), apiMetrics);
  const bench = await OrderBench.start(cluster);
  const single = await bench.orderInTurn(first, inTurn);
  const before = await writes();
  const burst = await bench.orderAtOnce(others, atOnce, 'burst');
  const after = await writes();
  await bench.stop();
  await cluster.close();
  const perWorkload = (key: keyof Writes): string => ((after[key] - before[key]) / atOnce).toFixed(1);
  return [
    [`POST /workloads to VirtualMachine, one at a time (${inTurn}), p50`, `${percentile(single, 50)} ms`],
    [`POST /workloads to VirtualMachine, one at a time (${inTurn}), p99`, `${percentile(single, 99)} ms`],
    [
      `POST /workloads to VirtualMachine, ${atOnce} at once, p50`,
      `${percentile(burst.toVirtualMachine, 50)} ms`,
    ],
    [
      `POST /workloads to VirtualMachine, ${atOnce} at once, p99`,
      `${percentile(burst.toVirtualMachine, 99)} ms`,
    ],
    [`first POST until all ${atOnce} run`, `${burst.untilAllRunSeconds.toFixed(1)} s`],
    ['API writes per workload until RUNNING, operator', perWorkload('workloads')],
    ['API writes per workload until RUNNING, operator: Events and catalogue', perWorkload('besides')],
    ['API writes per workload until RUNNING, everybody', perWorkload('all')],
  ];
}

async function measure(home: string): Promise<Row[]> {
  const [port = 0] = await findFreePorts(1);
  const first = await BenchDemo.start(home, port);
  const orders = await measureOrders(first).finally(() => first.stop());
  const { scripts, styles } = measureShell();
  const second = await BenchDemo.start(home, port);
  await second.stop();
  const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    ['make demo, programs there but no data', `${first.startSeconds.toFixed(1)} s`],
    [`make demo, with its data and ${inTurn + atOnce} workloads`, `${second.startSeconds.toFixed(1)} s`],
    ...orders,
    ...measurePlacement(),
    ['web shell, scripts, gzip', kilobytes(scripts)],
    ['web shell, styles, gzip', kilobytes(styles)],
  ];
}

const home = await mkdtemp(join(tmpdir(), 'gpulease-bench-'));
try {
  printTable(describeMachine(), await measure(home));
} finally {
  await rm(home, { recursive: true, force: true });
}
