/** An order through the portal's Service becomes a machine that runs on the node and is reachable from outside. */
import { done, RestSession } from '@gpulease/local/rest';
import { kubectl } from '../../../local/src/demo/kubectl.ts';
import { Customer } from '../cluster/customer.ts';
import { installPeople, publicUrl } from '../cluster/install.ts';
import { systemNamespace } from '../cluster/pods.ts';
import { tryFromBeyond } from '../packets/senders.ts';
import { proveMachine } from '../promises/machine.ts';
import type { Scene } from './scene.ts';
import { until } from '../until.ts';

/** Runs until faults begin, because the node has room for only one machine. */
export const firstMachine = 'first';

/** Signs in the customer who orders in all chapters. */
export async function signInCustomer({ cluster, accounts }: Scene): Promise<Customer> {
  return Customer.signIn(new RestSession(await portalUrl(cluster), undefined, publicUrl), accounts.demo);
}

/** Signs in the operator of the portal. */
export async function signInAdmin({ cluster, accounts }: Scene): Promise<RestSession> {
  const session = new RestSession(await portalUrl(cluster), undefined, publicUrl);
  return until(() => session.signInAsAdmin(accounts.admin));
}

/** Creates the customer with a balance and orders a machine. Returns undefined if the test cannot continue. */
export async function orderChapter(scene: Scene): Promise<Customer | undefined> {
  const { report, accounts } = scene;
  report.chapter('An order');
  let customer: Customer | undefined;
  await report.holds(
    'a customer signs in through the Service, and an operator gives them money',
    async () => {
      await installPeople(accounts, [{ ...accounts.demo, phone: '13800138000' }]);
      const admin = await signInAdmin(scene);
      const path = `/admin/users/${accounts.demo.username}/adjustments`;
      done(await admin.post(path, { amount: '2000.00', reason: 'A test on a real node' }));
      customer = await signInCustomer(scene);
    },
  );
  if (customer === undefined) return undefined;
  await proveMachine(report, customer, { name: firstMachine, answers: answersBeyond, guestPort: 80 });
  return customer;
}

/** Resolves once a connection from outside the node succeeds. */
function answersBeyond(address: string, port: number): Promise<void> {
  return until(async () => {
    const [answer] = await tryFromBeyond([{ address, port }]);
    if (answer !== 'answers') throw new Error(`${address}:${port} ${answer ?? 'is not tried'}`);
  });
}

/** Returns the URL of the portal's Service inside the cluster. */
export async function portalUrl(cluster: Scene['cluster']): Promise<string> {
  const service = ['get', 'service', 'gpulease-portal', `--namespace=${systemNamespace}`];
  return `http://${await kubectl(cluster, [...service, '--output=jsonpath={.spec.clusterIP}'])}`;
}
