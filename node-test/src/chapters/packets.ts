/** NetworkPolicies, by packets: each sender tries each target of the table, and reaches what it must and nothing else. */
import { tenantNamespace } from '@gpulease/crds';
import type { Pod } from '@gpulease/kube';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import { applyObjects, kubectl } from '../../../local/src/demo/kubectl.ts';
import { echoImage } from '../images.ts';
import { isReady, list, podsOf, processesOf, type Component } from '../cluster/pods.ts';
import { beyond } from '../node/machine.ts';
import { kubeconfigOf } from '../node/control-plane.ts';
import { nodeAddress } from '../node/places.ts';
import { tryFrom, tryFromBeyond, tryFromNode, type Outcome, type Target } from '../packets/senders.ts';
import { mustReach, senders, targets, type SenderName, type TargetName } from '../packets/table.ts';
import { databaseNamespace } from '../postgres.ts';
import type { Scene } from './scene.ts';
import { until } from '../until.ts';

const ports = { portal: 8080, metrics: 8081, database: 5432, ssh: 22, other: 9000, web: 80, dns: 53 };
const dnsAddress = '10.96.0.10';
/** The firewall follows pods that have just come. */
const settleMs = 30_000;
const strangers = 'elsewhere';
const neighbour = 'neighbour';
const neighbours = tenantNamespace(neighbour);

/** What plays the rest of the world: it answers on port 80. */
export function beyondProcess(echo: string): ProcessSpec {
  return {
    name: 'beyond',
    command: 'ip',
    args: ['netns', 'exec', beyond.namespace, echo, String(ports.web)],
  };
}

export async function packetsChapter(scene: Scene): Promise<void> {
  const { report } = scene;
  report.chapter('NetworkPolicies, by packets');
  let ground: Ground | undefined;
  await report.holds('all who send and all who are sent to are there', async () => {
    ground = await prepare(scene);
  });
  if (ground === undefined) return;
  const { addresses, send } = ground;
  // What others may not reach must be there to be reached, so the node comes first.
  for (const sender of [...senders].reverse())
    await report.holds(sentence(sender), () => until(() => prove(sender, addresses, send[sender]), settleMs));
}

/** Where targets are, and how each sender sends. */
interface Ground {
  addresses: Record<TargetName, Target>;
  send: Record<SenderName, (to: readonly Target[]) => Promise<Outcome[]>>;
}

function sentence(sender: SenderName): string {
  const named = (wanted: boolean) => targets.filter((target) => mustReach(sender, target) === wanted);
  const [reached, closed] = [named(true), named(false)];
  const others = closed.length === 0 ? '' : `, and not: ${closed.join(', ')}`;
  return `${sender} reaches ${reached.length === targets.length ? 'all' : reached.join(', ')}${others}`;
}

async function prove(
  sender: SenderName,
  addresses: Ground['addresses'],
  send: (to: readonly Target[]) => Promise<Outcome[]>,
): Promise<void> {
  const promised = targets.filter((target) => mustReach(sender, target) !== undefined);
  const outcomes = await send(promised.map((target) => addresses[target]));
  const wrong = promised.flatMap((target, index) => {
    const isReached = outcomes[index] === 'answers';
    return isReached === mustReach(sender, target) ? [] : [`${target} ${outcomes[index] ?? ''}`];
  });
  if (wrong.length > 0) throw new Error(`Other than promised: ${wrong.join('; ')}`);
}

async function prepare(scene: Scene): Promise<Ground> {
  const { cluster } = scene;
  await layOutOthers(scene);
  // Each program's first pod sends and its second is sent to: what a pod sends itself passes no policy.
  const [portal, operator, billing] = await Promise.all(
    (['bff', 'operator', 'worker'] as const).map((component) => pairOf(scene, component)),
  );
  if (portal === undefined || operator === undefined || billing === undefined) throw new Error('No pods');
  const [database] = await readyPods(cluster, `--namespace=${databaseNamespace}`);
  const [machine] = await readyPods(cluster, '--all-namespaces', '--selector=kubevirt.io=virt-launcher');
  const [other] = await readyPods(cluster, `--namespace=${neighbours}`);
  const [stranger] = await readyPods(cluster, `--namespace=${strangers}`);
  if (!database || !machine || !other || !stranger) throw new Error('A pod is missing');
  return {
    addresses: {
      'portal: http': at(portal.receiver, ports.portal),
      'portal: metrics': at(portal.receiver, ports.metrics),
      'operator: metrics': at(operator.receiver, ports.metrics),
      'billing: metrics': at(billing.receiver, ports.metrics),
      database: at(database, ports.database),
      'API server': { address: '10.96.0.1', port: 443 },
      kubelet: { address: nodeAddress, port: 10_250 },
      'DNS by UDP': { address: dnsAddress, port: ports.dns, protocol: 'UDP' },
      'DNS by TCP': { address: dnsAddress, port: ports.dns },
      'machine: SSH': at(machine, ports.ssh),
      'machine: other port': at(machine, ports.other),
      internet: { address: beyond.internet, port: ports.web },
      'private network': { address: beyond.privateNetwork, port: ports.web },
      'cloud metadata': { address: beyond.metadata, port: ports.web },
    },
    send: {
      portal: from(portal.sender),
      operator: from(operator.sender),
      billing: from(billing.sender),
      database: from(database),
      machine: from(machine),
      "another tenant's machine": from(other),
      'pod of somebody else': from(stranger),
      outside: tryFromBeyond,
      'the node itself': tryFromNode,
    },
  };
}

function at({ metadata, status }: Pod, port: number): Target {
  if (status?.podIP === undefined) throw new Error(`${metadata.name} has no address`);
  return { address: status.podIP, port };
}

function from(pod: Pod): (to: readonly Target[]) => Promise<Outcome[]> {
  const [pid] = processesOf(pod);
  if (pid === undefined) throw new Error(`${pod.metadata.name} has no process`);
  return (to) => tryFrom(pid, to);
}

async function pairOf({ cluster }: Scene, component: Component): Promise<{ sender: Pod; receiver: Pod }> {
  const [sender, receiver] = (await podsOf(cluster, [component])).filter(isReady);
  if (!sender || !receiver) throw new Error(`There are no two pods of ${component}`);
  return { sender, receiver };
}

function readyPods(cluster: Scene['cluster'], ...where: readonly string[]): Promise<Pod[]> {
  return until(async () => {
    const pods = (await list<Pod>(cluster, 'pods', ...where)).filter(isReady);
    if (pods.length === 0) throw new Error(`No pod is ready in ${where.join(' ')}`);
    return pods;
  });
}

/** Somebody who answers for DNS, a pod of nobody we know, and one in the namespace of a second tenant, as KubeVirt would make it. */
async function layOutOthers(scene: Scene): Promise<void> {
  const { cluster, node } = scene;
  const dns = { name: 'kube-dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
  const dnsPorts = ['UDP', 'TCP'].map((protocol) => ({
    name: protocol.toLowerCase(),
    port: ports.dns,
    protocol,
  }));
  await applyObjects(cluster, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: strangers } },
    echoPod(dns),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: dns,
      spec: { clusterIP: dnsAddress, selector: dns.labels, ports: dnsPorts },
    },
    echoPod({ name: 'stranger', namespace: strangers, labels: {} }),
    {
      apiVersion: 'gpulease.dev/v1alpha1',
      kind: 'Tenant',
      metadata: { name: neighbour },
      spec: { username: neighbour },
    },
  ]);
  const asKubeVirt = { ...cluster, kubeconfig: kubeconfigOf(node.controlPlane, 'kubevirt') };
  const machine = echoPod({ name: 'machine', namespace: neighbours, labels: {} });
  await until(() => applyObjects(asKubeVirt, [machine]));
  const wait = ['wait', '--for=condition=Ready', '--timeout=2m', 'pod'];
  for (const [where, name] of [
    [dns.namespace, dns.name],
    [strangers, 'stranger'],
    [neighbours, 'machine'],
  ])
    await kubectl(cluster, [...wait, `--namespace=${where ?? ''}`, name ?? '']);
}

function echoPod(metadata: { name: string; namespace: string; labels: Record<string, string> }): object {
  const containers = [{ name: 'echo', image: echoImage }];
  const spec = { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec };
}
