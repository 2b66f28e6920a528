/** The senders and targets of packets in a cluster in Docker: pods, and the kubelet of a node without such pods. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { systemNamespace } from '../../../node-test/src/cluster/pods.ts';
import type { Outcome } from '../../../node-test/src/packets/senders.ts';
import { layOutOthers, type PodMetadata } from '../../../node-test/src/promises/others.ts';
import {
  commonAddresses,
  commonPods,
  provePackets,
  type Ground,
  type Send,
} from '../../../node-test/src/promises/packets.ts';
import { controlPlane } from '../nodes.ts';
import type { Scene } from './scene.ts';

/** An image with Node.js that is on every node. */
const image = 'gpulease.local/gpulease-portal:kind';
/** Reachable, because `make kind-up` pulled images from there. */
const internet = { address: 'quay.io', port: 443 };
/** A user with full access to tenants' namespaces, like KubeVirt. */
const asAdmin = ['--as=kind-test', '--as-group=gpulease:admins', '--as-group=system:masters'];
const attempt = join(import.meta.dirname, '../../../node-test/src/packets/attempt.ts');

export async function packetsChapter({ report, cluster }: Scene): Promise<void> {
  await provePackets(report, () => prepare(cluster));
}

async function prepare(cluster: Cluster): Promise<Ground> {
  const { stranger, other } = await layOutOthers(cluster, {
    podOf: waitingPod,
    makeMachine: (pod) => applyAsAdmin(cluster, pod),
  });
  const database = [`--namespace=${systemNamespace}`, '--selector=app.kubernetes.io/name=postgres'];
  const pods = await commonPods(cluster, database);
  const { 'portal: http': _, ...addresses } = commonAddresses(pods);
  const from = (pod: Pod) => sendFrom(cluster, pod);
  return {
    // In the sandbox, the portal listens only on its pod's loopback address.
    addresses: { ...addresses, kubelet: { address: await nodeAddress(cluster), port: 10_250 }, internet },
    send: {
      portal: from(pods.portal.sender),
      operator: from(pods.operator.sender),
      billing: from(pods.billing.sender),
      "another tenant's machine": from(other),
      'pod of somebody else': from(stranger),
    },
  };
}

/** Sends packets from a pod, by a program passed to its Node.js. */
function sendFrom(cluster: Cluster, { metadata }: Pod): Send {
  const where = ['exec', `--namespace=${metadata.namespace ?? ''}`, ...asAdmin, metadata.name, '--'];
  const node = ['/usr/local/bin/node', '--input-type=module-typescript', '--eval'];
  return async (to) => {
    const program = [...node, readFileSync(attempt, 'utf8'), JSON.stringify(to)];
    return JSON.parse(await kubectl(cluster, [...where, ...program])) as Outcome[];
  };
}

/** Returns the address of a node without our pods: kindnet does not filter packets from a pod to its own node. */
function nodeAddress(cluster: Cluster): Promise<string> {
  const address = '--output=jsonpath={.status.addresses[?(@.type=="InternalIP")].address}';
  return kubectl(cluster, ['get', 'node', controlPlane, address]);
}

async function applyAsAdmin(cluster: Cluster, pod: object): Promise<void> {
  const apply = ['apply', '--server-side', '--field-manager=gpulease-kind-test', ...asAdmin];
  await kubectl(cluster, [...apply, '--filename=-'], JSON.stringify(pod));
}

function waitingPod(metadata: PodMetadata): object {
  const args = ['--eval', 'setInterval(() => undefined, 60_000)'];
  const containers = [
    { name: 'wait', image, imagePullPolicy: 'Never', command: ['/usr/local/bin/node'], args },
  ];
  const spec = { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec };
}
