/** What is killed, stopped or taken away comes back by itself, and orders of that time are done once. */
import { setTimeout as delay } from 'node:timers/promises';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import { components, isReady, podsOf } from '../cluster/pods.ts';
import { describeAnswers, type Pulse } from '../pulse.ts';
import type { Report } from '../report.ts';
import { allBack, doneOnce } from './cluster.ts';

export interface Fault {
  name: string;
  /** Does the harm, and resolves when the time begins in which all has to come back. */
  strike: () => Promise<void>;
}

interface Struck {
  report: Report;
  cluster: Cluster;
  customer: Customer;
  /** Asks the portal all the while, where that is measured. */
  pulse?: Pulse;
}

export async function proveFaults(struck: Struck, faults: readonly Fault[]): Promise<void> {
  struck.report.chapter('Faults');
  for (const [index, fault] of faults.entries()) await proveFault(struck, fault, `fault-${index}`);
}

async function proveFault(
  { report, cluster, customer, pulse }: Struck,
  { name, strike }: Fault,
  machine: string,
): Promise<void> {
  const since = Date.now();
  let order: Promise<void> | undefined;
  await report.holds(`${name}: all is back within two minutes, and nothing in CrashLoopBackOff`, async () => {
    const struck = strike();
    order = customer.order(machine);
    order.catch(() => undefined);
    await struck;
    await allBack(cluster);
  });
  await report.holds(`${name}: the order of that time is done once`, async () => {
    await order;
    await doneOnce(cluster, customer, machine);
  });
  if (pulse) report.tell(describeAnswers(pulse.since(since)));
  await report.holds(`${name}: its machine can be destroyed afterwards`, () => customer.destroy(machine));
}

/**
 * Drains a node of the pods of our programs for so many seconds at most, and opens it again. Whether it was drained; throws the
 * programs that had no pod that was ready at some moment.
 */
export async function drain(cluster: Cluster, node: string, seconds: number): Promise<boolean> {
  const selector = `--pod-selector=app.kubernetes.io/component in (${components.join(',')})`;
  const options = ['--ignore-daemonsets', '--delete-emptydir-data', `--timeout=${seconds}s`];
  const drained = kubectl(cluster, ['drain', node, selector, ...options]).then(
    () => true,
    () => false,
  );
  try {
    const unready = await watchBudgets(cluster, drained);
    if (unready.length > 0) throw new Error(unready.join('; '));
    return await drained;
  } finally {
    await kubectl(cluster, ['uncordon', node]);
  }
}

/** The programs that had no pod that was ready at some moment until `end`. */
async function watchBudgets(cluster: Cluster, end: Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>();
  for (let isOver = false; !isOver;) {
    for (const component of components)
      if (!(await podsOf(cluster, [component])).some(isReady)) seen.add(`No pod of ${component} was ready`);
    isOver = await Promise.race([end.then(() => true), delay(1_000).then(() => false)]);
  }
  return [...seen];
}
