/** What is killed, stopped or taken away comes back by itself, and orders of that time are done once. */
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import { components, isReady, podsOf } from '../cluster/pods.ts';
import { describeAnswers, type Pulse } from '../pulse.ts';
import type { Report } from '../report.ts';
import { allBack, doneOnce, seenUntil, withoutCrashLoops } from './cluster.ts';

export interface Fault {
  name: string;
  /** Does the harm, and resolves when the time begins in which all has to come back. */
  strike: () => Promise<void>;
  /** Waits until the API server tells of the time after it, where it goes on to tell of the time before. */
  noticed?: () => Promise<void>;
}

interface Struck {
  report: Report;
  cluster: Cluster;
  customer: Customer;
  /** Asks the portal all the while, where that is measured. */
  pulse?: Pulse;
}

/** What is promised after each fault. */
export const comesBack = 'all is back within two minutes, and nothing in CrashLoopBackOff meanwhile';

export function describeReturn(seconds: number): string {
  return `all was back after ${seconds.toFixed(1)} s`;
}

export async function proveFaults(struck: Struck, faults: readonly Fault[]): Promise<void> {
  struck.report.chapter('Faults');
  for (const [index, fault] of faults.entries()) await proveFault(struck, fault, `fault-${index}`);
}

async function proveFault(
  { report, cluster, customer, pulse }: Struck,
  { name, strike, noticed }: Fault,
  machine: string,
): Promise<void> {
  const since = Date.now();
  let order: Promise<void> | undefined;
  const strikeAndWait = async () => {
    const struck = strike();
    order = customer.order(machine);
    order.catch(() => undefined);
    await struck;
    const from = performance.now();
    await noticed?.();
    report.tell(describeReturn(await allBack(cluster, from)));
  };
  await report.holds(`${name}: ${comesBack}`, () => withoutCrashLoops(cluster, strikeAndWait));
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
    const unready = await seenUntil(drained, () => programsWithout(cluster));
    if (unready.length > 0) throw new Error(unready.join('; '));
    return await drained;
  } finally {
    await kubectl(cluster, ['uncordon', node]);
  }
}

/** The programs of which no pod is ready now. */
async function programsWithout(cluster: Cluster): Promise<string[]> {
  const pods = await Promise.all(components.map((component) => podsOf(cluster, [component])));
  return components
    .filter((_, index) => !pods[index]?.some(isReady))
    .map((component) => `No pod of ${component} was ready`);
}
