/** The power of the whole node fails right after an order, and comes back. */
import { existsSync } from 'node:fs';
import { kubevirtProcess } from '../cluster/install.ts';
import { kubeconfigOf } from '../node/control-plane.ts';
import type { Customer } from '../cluster/customer.ts';
import { billedTwice, chargedSpans, secondsIn, type Span } from '../promises/billing.ts';
import { allBack, doneOnce, none, startedSince, withoutCrashLoops } from '../promises/cluster.ts';
import { describeReturn, comesBack } from '../promises/faults.ts';
import { describeAnswers, Pulse } from '../pulse.ts';
import { until } from '../until.ts';
import { signInCustomer } from './order.ts';
import { beyondProcess, packetsChapter } from './packets.ts';
import type { Scene } from './scene.ts';

/** The node has room for only one: the second machine waits until the first is gone. */
const running = 'running';
const ordered = 'before-the-cut';

/** Runs one machine and orders another just before the power fails, which happens when this process exits. */
export async function beforePowerCut({ report }: Scene, customer: Customer): Promise<void> {
  report.chapter('A power cut');
  await report.holds('a machine runs before it', async () => {
    await customer.order(running);
    await customer.untilStatus(running, 'RUNNING');
  });
  await report.holds('an order is taken right before it', () => customer.order(ordered));
}

/** `startNode` starts everything that belongs to the node. */
export async function afterPowerCut(scene: Scene, startNode: () => Promise<void>): Promise<void> {
  const { report, cluster, places } = scene;
  if (!existsSync(places.pulse)) return;
  report.chapter('The node after a power cut');
  // Starts before the node does, because users do not wait for it.
  const pulse = Pulse.goOn(places.pulse);
  const start = async () => {
    const [from, moment] = [performance.now(), Date.now()];
    await startNode();
    await startOthers(scene);
    await startedSince(cluster, moment);
    report.tell(describeReturn(await allBack(cluster, from)));
  };
  const isUp = await report.holds(`the power of the node cut: ${comesBack}`, () =>
    withoutCrashLoops(cluster, start),
  );
  report.tell(describeAnswers(pulse.since(pulse.askedAt)));
  if (!isUp) return;
  await proveOrders(scene);
  await packetsChapter(scene);
}

async function startOthers({ node, echo }: Scene): Promise<void> {
  await node.start(kubevirtProcess(kubeconfigOf(node.controlPlane, 'kubevirt')));
  await node.start(beyondProcess(echo));
}

async function proveOrders(scene: Scene): Promise<void> {
  const { report, cluster } = scene;
  let customer: Customer | undefined;
  await report.holds('the customer signs in again', async () => {
    customer = await signInCustomer(scene);
  });
  if (customer === undefined) return;
  const renter: Customer = customer;
  await proveBilling(scene, renter);
  await report.holds('the order of right before is done once', () => doneOnce(cluster, renter, ordered));
}

/** Checks billing: a run ends with its node's last heartbeat, and the next one begins when the machine runs again. */
async function proveBilling({ report }: Scene, customer: Customer): Promise<void> {
  const runsAgain = await report.holds('the machine that ran runs again', () => rerun(customer));
  if (!runsAgain) return;
  await report.holds('no second of it is billed twice', async () => {
    const { runs } = await customer.untilStatus(running, 'RUNNING');
    await customer.destroy(running);
    const spans = runs.map(({ startedAt, stoppedAt }) => ({
      from: Date.parse(startedAt),
      to: stoppedAt === null ? Date.now() : Date.parse(stoppedAt),
    }));
    const charged = await chargedUntil(customer, Math.max(...spans.map(({ from }) => from)));
    report.tell(
      `${Math.round(secondsIn(charged))} seconds billed, of ${Math.round(secondsIn(spans))} in its runs`,
    );
    none('The books', [...billedTwice(charged), ...billedTwice(spans.toReversed())]);
  });
}

async function rerun(customer: Customer): Promise<void> {
  await until(async () => {
    const { runs } = await customer.untilStatus(running, 'RUNNING');
    if (runs.length < 2) throw new Error('It is still in the run of before the cut');
  });
}

/** Returns the charges once they extend beyond `moment`, because a run is charged shortly after it ends. */
function chargedUntil(customer: Customer, moment: number): Promise<Span[]> {
  return until(async () => {
    const spans = chargedSpans(await customer.usage(running));
    if (!spans.some(({ to }) => to > moment)) throw new Error('Its last run is not charged');
    return spans;
  });
}
