/** Tests NetworkPolicies by packets: each sender tries each target of the table and reaches exactly those it must. */
import type { Pod } from '@gpulease/kube';
import type { Cluster } from '../../../local/src/demo/kubectl.ts';
import { pairOf, readyPods } from '../cluster/pods.ts';
import type { Outcome, Target } from '../packets/senders.ts';
import { mustReach, senders, targets, type SenderName, type TargetName } from '../packets/table.ts';
import type { Report } from '../report.ts';
import { until } from '../until.ts';

/** Time in which the firewall learns of new pods. */
const settleMs = 30_000;

export type Send = (to: readonly Target[]) => Promise<Outcome[]>;

/** Addresses of targets, and how each sender sends, for those of the table that exist. */
export interface Ground {
  addresses: Partial<Record<TargetName, Target>>;
  send: Partial<Record<SenderName, Send>>;
}

export async function provePackets(report: Report, prepare: () => Promise<Ground>): Promise<void> {
  report.chapter('NetworkPolicies, by packets');
  let ground: Ground | undefined;
  await report.holds('all who send and all who are sent to are there', async () => {
    ground = await prepare();
  });
  if (ground === undefined) return;
  const { addresses, send } = ground;
  // The node comes first, to prove that targets closed to others are reachable at all.
  for (const sender of [...senders].reverse()) {
    const way = send[sender];
    if (way === undefined) continue;
    await report.holds(sentence(sender, addresses), () =>
      until(() => prove(sender, addresses, way), settleMs),
    );
  }
}

function sentence(sender: SenderName, addresses: Ground['addresses']): string {
  const there = targets.filter((target) => addresses[target] !== undefined);
  const named = (wanted: boolean) => there.filter((target) => mustReach(sender, target) === wanted);
  const [reached, closed] = [named(true), named(false)];
  const others = closed.length === 0 ? '' : `, and not: ${closed.join(', ')}`;
  return `${sender} reaches ${reached.length === targets.length ? 'all' : reached.join(', ')}${others}`;
}

async function prove(sender: SenderName, addresses: Ground['addresses'], send: Send): Promise<void> {
  const promised = promisedOf(sender, addresses);
  const outcomes = await send(promised.map(({ address }) => address));
  const wrong = otherThanPromised(promised, outcomes);
  if (wrong.length > 0) throw new Error(`Other than promised: ${wrong.join('; ')}`);
}

interface PromisedTarget {
  target: TargetName;
  address: Target;
  isReached: boolean;
}

/** Returns the existing targets for which the table states whether a sender reaches them. */
export function promisedOf(sender: SenderName, addresses: Ground['addresses']): PromisedTarget[] {
  return targets.flatMap((target) => {
    const [address, isReached] = [addresses[target], mustReach(sender, target)];
    return address === undefined || isReached === undefined ? [] : [{ target, address, isReached }];
  });
}

/** Describes the outcomes that differ from the promised ones. */
export function otherThanPromised(
  promised: readonly Pick<PromisedTarget, 'target' | 'isReached'>[],
  outcomes: readonly Outcome[],
): string[] {
  return promised.flatMap(({ target, isReached }, index) =>
    (outcomes[index] === 'answers') === isReached ? [] : [`${target} ${outcomes[index] ?? 'is not tried'}`],
  );
}

const ports = { portal: 8080, metrics: 8081, database: 5432, ssh: 22, dns: 53 };
export const dnsAddress = '10.96.0.10';

/** Returns the senders and receivers that exist wherever the chart runs, including an ordered machine. */
export async function commonPods(cluster: Cluster, whereDatabaseIs: readonly string[]) {
  const [portal, operator, billing] = await Promise.all([
    pairOf(cluster, 'bff'),
    pairOf(cluster, 'operator'),
    pairOf(cluster, 'worker'),
  ]);
  const [database] = await readyPods(cluster, ...whereDatabaseIs);
  const [machine] = await readyPods(cluster, '--all-namespaces', '--selector=kubevirt.io=virt-launcher');
  if (!database || !machine) throw new Error('A pod is missing');
  return { portal, operator, billing, database, machine };
}

export function commonAddresses(pods: Awaited<ReturnType<typeof commonPods>>) {
  const { portal, operator, billing, database, machine } = pods;
  return {
    'portal: http': at(portal.receiver, ports.portal),
    'portal: metrics': at(portal.receiver, ports.metrics),
    'operator: metrics': at(operator.receiver, ports.metrics),
    'billing: metrics': at(billing.receiver, ports.metrics),
    database: at(database, ports.database),
    'API server': { address: '10.96.0.1', port: 443 },
    'DNS by UDP': { address: dnsAddress, port: ports.dns, protocol: 'UDP' },
    'DNS by TCP': { address: dnsAddress, port: ports.dns },
    'machine: SSH': at(machine, ports.ssh),
  } satisfies Ground['addresses'];
}

/** Returns the target at a port of a pod. Throws if the pod has no address. */
export function at({ metadata, status }: Pod, port: number): Target {
  if (status?.podIP === undefined) throw new Error(`${metadata.name} has no address`);
  return { address: status.podIP, port };
}
