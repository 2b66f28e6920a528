/** `make bench`: measures the product on this machine, in a demo of its own, and prints a table. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@gpulease/kube';
import { ensureBinaries } from '../local/src/control-plane/binaries.ts';
import { findFreePort } from '../local/src/control-plane/ports.ts';
import { addCapacity } from './capacity.ts';
import { machinesOfBurst, measureBursts } from './bursts.ts';
import { createCustomers } from './customers.ts';
import { BenchDemo } from './demo.ts';
import { OrderBench } from './order-times.ts';
import { measurePlacement } from './placement/measure.ts';
import { describeMachine, percentile, printTable, type Row } from './report.ts';
import { measureShell } from './web-size.ts';

const inTurn = 10;

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

const home = await mkdtemp(join(tmpdir(), 'gpulease-bench-'));
try {
  printTable(describeMachine(), await measure(home));
} finally {
  await rm(home, { recursive: true, force: true });
}
