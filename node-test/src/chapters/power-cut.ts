/** The power of the whole node fails right after an order, and comes back. */
import { kubevirtProcess } from '../cluster/install.ts';
import { kubeconfigOf } from '../node/control-plane.ts';
import type { Customer } from '../cluster/customer.ts';
import { doneOnce } from '../cluster/promises.ts';
import { allBack } from './faults.ts';
import { signInCustomer } from './order.ts';
import { beyondProcess, packetsChapter } from './packets.ts';
import type { Scene } from './scene.ts';

const ordered = 'before-the-cut';

/** Orders a machine of which nothing can have come yet when the power fails, as it does when this process ends. */
export async function beforePowerCut({ report }: Scene, customer: Customer): Promise<void> {
  report.chapter('A power cut');
  await report.holds('an order is taken right before it', () => customer.order(ordered));
}

export async function afterPowerCut(scene: Scene): Promise<void> {
  const { report, node } = scene;
  await report.holds('all is back within two minutes, and nothing in CrashLoopBackOff', async () => {
    await node.start(kubevirtProcess(kubeconfigOf(node.controlPlane, 'kubevirt')));
    await node.start(beyondProcess(scene.echo));
    await allBack(scene);
  });
  await report.holds('the order of right before is done once', async () => {
    await doneOnce(scene.cluster, await signInCustomer(scene), ordered);
  });
  await packetsChapter(scene);
}
