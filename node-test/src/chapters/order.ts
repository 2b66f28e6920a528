/** An order through the portal's Service becomes a machine that runs on the node, and that the world reaches. */
import { RestSession } from '@gpulease/local/rest';
import { kubectl } from '../../../local/src/demo/kubectl.ts';
import { Customer } from '../cluster/customer.ts';
import { installPeople, publicUrl } from '../cluster/install.ts';
import { systemNamespace } from '../cluster/pods.ts';
import { tryFromBeyond } from '../packets/senders.ts';
import type { Scene } from './scene.ts';
import { until } from '../until.ts';

/** Runs until faults begin: the node has room for one. */
export const firstMachine = 'first';

/** Signs in the customer who orders in all chapters, with money. */
export async function signInCustomer({ cluster, accounts }: Scene): Promise<Customer> {
  return Customer.signIn(new RestSession(await portalUrl(cluster), undefined, publicUrl), accounts.demo);
}

/** Makes the customers, and gives the one who orders money. Whether it can be gone on with. */
export async function orderChapter(scene: Scene): Promise<Customer | undefined> {
  const { report, accounts, cluster } = scene;
  report.chapter('An order');
  let customer: Customer | undefined;
  await report.holds(
    'a customer signs in through the Service, and an operator gives them money',
    async () => {
      await installPeople(accounts, [{ ...accounts.demo, phone: '13800138000' }]);
      const admin = new RestSession(await portalUrl(cluster), undefined, publicUrl);
      await until(() => admin.signInAsAdmin(accounts.admin));
      const answer = await admin.post(`/admin/users/${accounts.demo.username}/adjustments`, {
        amount: '500.00',
        reason: 'A test on a real node',
      });
      if (answer.status >= 300)
        throw new Error(`The portal answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      customer = await signInCustomer(scene);
    },
  );
  if (customer === undefined) return undefined;
  await proveMachine(scene, customer);
  return customer;
}

async function proveMachine({ report }: Scene, customer: Customer): Promise<void> {
  const name = firstMachine;
  await report.holds('an order through the Service becomes a machine that runs', async () => {
    await customer.order(name);
    await customer.untilStatus(name, 'RUNNING');
  });
  await report.holds('its port 22 answers at the address and port that the portal shows', async () => {
    const { ipAddress, sshPort } = await customer.untilStatus(name, 'RUNNING');
    await answersBeyond(ipAddress ?? '', sshPort ?? 0);
  });
  await report.holds('a port that its owner opens answers at the address that the portal shows', async () => {
    const { address, port } = await customer.open(name, 80);
    await answersBeyond(address, port);
  });
}

/** Resolves once somebody outside the node is answered there. */
function answersBeyond(address: string, port: number): Promise<void> {
  return until(async () => {
    const [answer] = await tryFromBeyond([{ address, port }]);
    if (answer !== 'answers') throw new Error(`${address}:${port} ${answer ?? 'is not tried'}`);
  });
}

/** Where the portal's Service is inside the cluster. */
async function portalUrl(cluster: Scene['cluster']): Promise<string> {
  const service = ['get', 'service', 'gpulease-portal', `--namespace=${systemNamespace}`];
  return `http://${await kubectl(cluster, [...service, '--output=jsonpath={.spec.clusterIP}'])}`;
}
