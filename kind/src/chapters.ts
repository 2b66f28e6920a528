/** What `make kind-test` holds a cluster to: what `make test-node` does, as far as it can be asked from outside of the nodes. */
import { connect } from 'node:net';
import { parseQuantity, type Pod } from '@gpulease/kube';
import { recharge, RestSession } from '@gpulease/local/rest';
import type { Accounts } from '../../local/src/demo/accounts.ts';
import { kubectl, type Cluster } from '../../local/src/demo/kubectl.ts';
import { Customer } from '../../node-test/src/cluster/customer.ts';
import { isUnexplained } from '../../node-test/src/cluster/logs.ts';
import { components, podsOf, systemNamespace } from '../../node-test/src/cluster/pods.ts';
import {
  allReady,
  doneOnce,
  hasReadOnlyRoot,
  none,
  policiesEnforced,
  privilegesIn,
  withoutProbes,
} from '../../node-test/src/cluster/promises.ts';
import type { Report } from '../../node-test/src/report.ts';
import { until } from '../../node-test/src/until.ts';

/** As kind/values.yaml says. */
const replicas = { operator: 2, bff: 1, worker: 1 };
const system = `--namespace=${systemNamespace}`;
/** In which everything has to be back. */
const patienceMs = 120_000;
const sshPatienceMs = 300_000;

/** What all chapters have before them. */
export interface Scene {
  report: Report;
  cluster: Cluster;
  accounts: Accounts;
  portal: Portal;
}

/** The way to the portal from this machine. */
export interface Portal {
  url: string;
  /** Once the pod that it led to is gone. */
  reopen: () => Promise<void>;
}

export async function chartChapter({ report, cluster }: Scene): Promise<void> {
  report.chapter('The chart');
  await report.holds('all pods of operator, portal and billing are ready', () => ready(cluster));
  const pods = await podsOf(cluster);
  const views = new Map<Pod, View>();
  await report.holds('each can be looked into', async () => {
    for (const pod of pods) views.set(pod, await lookInto(cluster, pod));
  });
  const faults = (of: (view: View, pod: Pod) => string[]) =>
    [...views].flatMap(([pod, view]) => of(view, pod).map((fault) => `${pod.metadata.name}: ${fault}`));
  await report.holds(
    'each runs as user 65532 without rights, cannot gain any, and is filtered by seccomp',
    () =>
      none(
        'Processes with more',
        faults(({ status }) => privilegesIn(status)),
      ),
  );
  await report.holds('each has a root that it cannot write', () =>
    none(
      'Pods that can',
      faults(({ mounts }) => (hasReadOnlyRoot(mounts) ? [] : ['writable'])),
    ),
  );
  await report.holds('each has the limit of memory that the chart says', () =>
    none('Others', faults(wrongLimit)),
  );
  await report.holds('kubelet probes each: whether it started, lives and is ready', () =>
    none('Containers without', pods.flatMap(withoutProbes)),
  );
  await report.holds('the Region says that NetworkPolicies are enforced', () => policiesEnforced(cluster));
  await report.holds('nothing is logged as an error', async () =>
    none('Errors', (await Promise.all(pods.map((pod) => errorsOf(cluster, pod)))).flat()),
  );
}

/** Orders a machine as the demo user, who pays in the sandbox. Whether it can be gone on with. */
export async function orderChapter({
  report,
  cluster,
  accounts,
  portal,
}: Scene): Promise<Customer | undefined> {
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
  await proveMachine(report, customer);
  return customer;
}

async function proveMachine(report: Report, customer: Customer): Promise<void> {
  const name = 'first';
  await report.holds('an order through the Service becomes a machine that runs', async () => {
    await customer.order(name);
    await customer.untilStatus(name, 'RUNNING');
  });
  await report.holds('its SSH answers at the address and port that the portal shows', async () => {
    const { ipAddress, sshPort } = await customer.untilStatus(name, 'RUNNING');
    await until(() => greetsBySsh(ipAddress ?? '', sshPort ?? 0), sshPatienceMs);
  });
  await report.holds('it can be destroyed', () => customer.destroy(name));
}

/** Everything is back by itself, and an order of that time is done once. */
export async function faultsChapter({ report, cluster, portal }: Scene, customer: Customer): Promise<void> {
  report.chapter('Faults');
  const faults = [
    ...components.map((name) => [`all pods of ${name}`, `app.kubernetes.io/component=${name}`] as const),
    ['PostgreSQL', 'app.kubernetes.io/name=postgres'] as const,
  ];
  for (const [index, [what, selector]] of faults.entries()) {
    const machine = `fault-${index}`;
    let order: Promise<void> | undefined;
    await report.holds(`${what} deleted: all is back within two minutes`, async () => {
      order = customer.order(machine);
      order.catch(() => undefined);
      await kubectl(cluster, ['delete', 'pods', system, `--selector=${selector}`]);
      await portal.reopen();
      await until(() => ready(cluster), patienceMs);
    });
    await report.holds(`${what} deleted: the order of that time is done once`, async () => {
      await order;
      await doneOnce(cluster, customer, machine);
    });
    await report.holds(`${what} deleted: its machine can be destroyed afterwards`, () =>
      customer.destroy(machine),
    );
  }
}

async function ready(cluster: Cluster): Promise<void> {
  await allReady(cluster, replicas);
}

/** What the kernel says of a process that starts in a pod. */
interface View {
  status: string;
  mounts: string;
  limit: string;
}

/** In the words of the pod's own Node. The file of the limit depends on the version of cgroups. */
const view = `const { existsSync, readFileSync } = require('node:fs');
const read = (file) => readFileSync(file, 'utf8');
const limits = ['memory.max', 'memory/memory.limit_in_bytes'].map((name) => '/sys/fs/cgroup/' + name);
const [status, mounts] = ['status', 'mounts'].map((name) => read('/proc/self/' + name));
console.log(JSON.stringify({ status, mounts, limit: read(limits.find(existsSync)) }));`;

async function lookInto(cluster: Cluster, { metadata }: Pod): Promise<View> {
  const node = ['exec', system, metadata.name, '--', '/usr/local/bin/node', '--eval', view];
  return JSON.parse(await kubectl(cluster, node)) as View;
}

function wrongLimit({ limit }: View, { spec }: Pod): string[] {
  const wanted = parseQuantity(spec?.containers[0]?.resources?.limits?.memory ?? '0');
  return Number(limit) === wanted ? [] : [`${limit.trim()} bytes, not ${wanted}`];
}

async function errorsOf(cluster: Cluster, { metadata, status }: Pod): Promise<string[]> {
  const lines = (await kubectl(cluster, ['logs', system, metadata.name])).split('\n');
  return lines
    .filter((line) => isUnexplained(line, status?.startTime))
    .map((line) => `${metadata.name}: ${line.slice(0, 300)}`);
}

/** Throws unless a server of SSH says so there. */
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
