/** Proves that an order through the portal's Service becomes a KubeVirt machine that is reachable from here. */
import { connect } from 'node:net';
import { recharge, RestSession } from '@gpulease/local/rest';
import { kubectl } from '../../../local/src/demo/kubectl.ts';
import { Customer } from '../../../node-test/src/cluster/customer.ts';
import { proveMachine } from '../../../node-test/src/promises/machine.ts';
import { until } from '../../../node-test/src/until.ts';
import type { Scene } from './scene.ts';

/** The machine that runs until the faults begin. */
export const firstMachine = 'first';
/** Without KVM, a machine takes minutes to boot. */
const bootMs = 300_000;
/** The only port on which CirrOS listens. */
const guestPort = 22;

/** Orders a machine as the demo user, who pays in the sandbox. Returns the customer unless sign-in fails. */
export async function orderChapter(scene: Scene): Promise<Customer | undefined> {
  const { report, cluster, accounts, portal } = scene;
  report.chapter('An order');
  let customer: Customer | undefined;
  await report.holds('the image is imported', () =>
    kubectl(cluster, ['wait', '--for=condition=Ready', '--timeout=20m', 'vmimages.gpulease.dev/cirros']),
  );
  await report.holds('a customer signs in through the Service, and adds funds in the sandbox', async () => {
    await recharge(await new RestSession(portal.url).signIn(accounts.demo), '100.00');
    customer = await Customer.signIn(new RestSession(portal.url), accounts.demo);
  });
  if (customer === undefined) return undefined;
  const answers = (address: string, port: number) => until(() => greetsBySsh(address, port), bootMs);
  await proveMachine(report, customer, { name: firstMachine, answers, guestPort });
  return customer;
}

/** Throws unless an SSH server responds at the address. */
function greetsBySsh(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: 5_000 });
    const refuse = (why: string): void => {
      socket.destroy();
      reject(new Error(`${host}:${port} ${why}`));
    };
    socket.once('timeout', () => refuse('is silent'));
    socket.once('error', ({ message }) => refuse(message));
    socket.once('end', () => refuse('says nothing'));
    socket.once('data', (said) => {
      if (!said.toString().startsWith('SSH-')) return refuse(`says ${said.toString().slice(0, 40)}`);
      socket.destroy();
      return resolve();
    });
  });
}
