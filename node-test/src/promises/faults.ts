/** Programs that are killed, stopped or drained come back by themselves, and orders placed meanwhile run exactly once. */
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import type { Customer } from '../cluster/customer.ts';
import { components, isReady, podsOf } from '../cluster/pods.ts';
import { describeAnswers, type Pulse } from '../pulse.ts';
import type { Report } from '../report.ts';
import { allBack, doneOnce, seenUntil, withoutCrashLoops } from './cluster.ts';

export interface Fault {
  name: string;
  /** Causes the fault, and resolves when the time for recovery begins. */
  strike: () => Promise<void>;
  /** Waits until the API server no longer shows the state before the fault, if it does so for a while. */
  noticed?: () => Promise<void>;
}

interface Struck {
  report: Report;
  cluster: Cluster;
  customer: Customer;
  /** Continuous requests to the portal, if measured. */
  pulse?: Pulse;
}

/** Promise after each fault. */
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
 * Drains the pods of GPULease's programs from a node for at most `seconds`, and uncordons it. Returns whether it was drained.
 * Throws if a program had no ready pod at some moment.
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

/** Returns the programs without a ready pod. */
async function programsWithout(cluster: Cluster): Promise<string[]> {
  const pods = await Promise.all(components.map((component) => podsOf(cluster, [component])));
  return components
    .filter((_, index) => !pods[index]?.some(isReady))
    .map((component) => `No pod of ${component} was ready`);
}
