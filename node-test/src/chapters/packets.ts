/** Senders and targets of packets on a real node, including the rest of the world. */
import type { Pod } from '@gpulease/kube';
import type { ProcessSpec } from '../../../local/src/control-plane/child.ts';
import { applyObjects } from '../../../local/src/demo/kubectl.ts';
import { processesOf, readyPods } from '../cluster/pods.ts';
import { echoImage } from '../images.ts';
import { kubeconfigOf } from '../node/control-plane.ts';
import { beyond } from '../node/machine.ts';
import { nodeAddress } from '../node/places.ts';
import { tryFrom, tryFromBeyond, tryFromNode } from '../packets/senders.ts';
import { databaseNamespace } from '../postgres.ts';
import { kubeletRefuses } from '../promises/kubelet.ts';
import { layOutOthers, type PodMetadata } from '../promises/others.ts';
import {
  at,
  commonAddresses,
  commonPods,
  dnsAddress,
  provePackets,
  type Ground,
  type Send,
} from '../promises/packets.ts';
import type { Scene } from './scene.ts';

const [webPort, otherPort] = [80, 9000];
const kubelet = { address: nodeAddress, port: 10_250 };

/** The process that plays the rest of the world, answering on port 80. */
export function beyondProcess(echo: string): ProcessSpec {
  return {
    name: 'beyond',
    command: 'ip',
    args: ['netns', 'exec', beyond.namespace, echo, String(webPort)],
  };
}

export async function packetsChapter(scene: Scene): Promise<void> {
  const { report, cluster } = scene;
  await provePackets(report, () => prepare(scene));
  await report.holds('the kubelet refuses to list its pods to operator, portal and billing', () =>
    kubeletRefuses(cluster, kubelet),
  );
}

async function prepare({ cluster, node }: Scene): Promise<Ground> {
  await layOutDns(cluster);
  const asKubeVirt = { ...cluster, kubeconfig: kubeconfigOf(node.controlPlane, 'kubevirt') };
  const { stranger, other } = await layOutOthers(cluster, {
    podOf: echoPod,
    makeMachine: (pod) => applyObjects(asKubeVirt, [pod]),
  });
  const pods = await commonPods(cluster, [`--namespace=${databaseNamespace}`]);
  const { portal, operator, billing, database, machine } = pods;
  return {
    addresses: {
      ...commonAddresses(pods),
      kubelet,
      'machine: other port': at(machine, otherPort),
      internet: { address: beyond.internet, port: webPort },
      'private network': { address: beyond.privateNetwork, port: webPort },
      'cloud metadata': { address: beyond.metadata, port: webPort },
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

function from(pod: Pod): Send {
  const [pid] = processesOf(pod);
  if (pid === undefined) throw new Error(`${pod.metadata.name} has no process`);
  return (to) => tryFrom(pid, to);
}

/** Creates a pod that answers in place of DNS. */
async function layOutDns(cluster: Scene['cluster']): Promise<void> {
  const metadata = { name: 'kube-dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
  const ports = ['UDP', 'TCP'].map((protocol) => ({ name: protocol.toLowerCase(), port: 53, protocol }));
  const spec = { clusterIP: dnsAddress, selector: metadata.labels, ports };
  await applyObjects(cluster, [echoPod(metadata), { apiVersion: 'v1', kind: 'Service', metadata, spec }]);
  await readyPods(cluster, `--namespace=${metadata.namespace}`, '--selector=k8s-app=kube-dns');
}

function echoPod(metadata: PodMetadata): object {
  const containers = [{ name: 'echo', image: echoImage }];
  const spec = { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec };
}
