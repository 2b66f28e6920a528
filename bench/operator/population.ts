import { workloads, type Workload } from '@gpulease/crds';
import { secrets } from '@gpulease/kube';
import { digestOf } from '../../operator/src/kubevirt/cloud-init.ts';
import { childName, macAddress } from '../../operator/src/kubevirt/names.ts';
import type { BenchCluster } from './cluster.ts';
import { Etcd, type Stored } from './etcd.ts';
import { hostName, namespace, skuName } from './names.ts';

/** Where the API server keeps what is made for a workload, and is read by an operator. */
const places = [
  'services/specs',
  'secrets',
  'pods',
  'persistentvolumeclaims',
  'kubevirt.io/virtualmachines',
  'kubevirt.io/virtualmachineinstances',
  'cdi.kubevirt.io/datavolumes',
];
const workloadPlace = 'gpulease.dev/workloads';
/** Copied at a time. */
const atOnce = 8;
const uids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Which copies are made of a template, by number, and what they are spread over. */
interface Spread {
  first: number;
  last: number;
  hosts: number;
  /** Absent: all are of the template's own SKU. */
  skus?: number;
}

/**
 * Fills a cluster with copies of a workload that was ordered in the ordinary way, and of all that was made for it: as they
 * are in etcd, to the byte, but for names, uids and what follows from those. To have 10,000 made by the programs would
 * take hours.
 */
export class Population {
  readonly #cluster: BenchCluster;
  readonly #etcd: Etcd;

  constructor(cluster: BenchCluster) {
    this.#cluster = cluster;
    this.#etcd = new Etcd(cluster.controlPlane);
  }

  /** Copies the workload of this name, of eleven characters, with what was made for it; it is on host 0. */
  async copy(name: string, { first, last, hosts, skus }: Spread): Promise<void> {
    const template = await this.#cluster.admin.resource(workloads).get({ namespace, name });
    const objects = await this.#objectsOf(name);
    const secret = await this.#secretOf(template);
    const copyOne = (index: number): Promise<void> => {
      const renamed = renaming(template, { index, secret, host: hostName(index % hosts) });
      const sku = skus === undefined ? template.spec.sku : skuName(index % skus);
      return this.#etcd.put(objects.map((object) => withSku(renameAll(object, renamed), sku)));
    };
    for (let next = first; next <= last; next += atOnce) {
      const count = Math.min(atOnce, last - next + 1);
      await Promise.all(Array.from({ length: count }, (_, offset) => copyOne(next + offset)));
    }
  }

  async #objectsOf(name: string): Promise<Stored[]> {
    const found = await Promise.all(
      [...places, workloadPlace].map((place) => this.#etcd.list(`/registry/${place}/${namespace}/`)),
    );
    return found.flat().filter(({ key }) => key.includes(name));
  }

  /** The data of its machine's Secret; undefined before it has one. */
  async #secretOf({ status }: Workload): Promise<Record<string, string> | undefined> {
    const { virtualMachine: name } = status ?? {};
    if (name === undefined) return undefined;
    return (await this.#cluster.admin.resource(secrets).get({ namespace, name })).data;
  }
}

type Renaming = (text: string) => string;

interface Copy {
  index: number;
  secret: Record<string, string> | undefined;
  host: string;
}

/** Every new text is as long as the old one, as the binary form of an object has the lengths of its fields in it. */
function renaming({ metadata }: Workload, { index, secret, host }: Copy): Renaming {
  const { name, uid = '' } = metadata;
  const newName = `${name.slice(0, 5)}${String(index).padStart(6, '0')}`;
  const newUid = nextUid(uid, index);
  const [child, newChild] = [childName({ name, uid }), childName({ name: newName, uid: newUid })];
  return (text) =>
    text
      .replaceAll(child, newChild)
      .replaceAll(name, newName)
      .replaceAll(uids, (one) => nextUid(one, index))
      .replaceAll(macAddress(uid), macAddress(newUid))
      .replaceAll(hostName(0), host)
      .replaceAll(
        secretDigest(secret),
        secretDigest(secret, (data) => data.replaceAll(child, newChild)),
      );
}

function renameAll({ key, value }: Stored, renamed: Renaming): Stored {
  return { key: renamed(key), value: renamed(value) };
}

function nextUid(uid: string, index: number): string {
  return uid.slice(0, -8) + index.toString(16).padStart(8, '0');
}

/** By which the operator knows whether it has to write the Secret again. */
function secretDigest(data: Record<string, string> | undefined, renamed: Renaming = (text) => text): string {
  if (data === undefined) return 'no digest';
  const entries = Object.entries(data).map(([key, value]) => {
    const plain = Buffer.from(value, 'base64').toString('utf8');
    return [key, Buffer.from(renamed(plain)).toString('base64')];
  });
  return digestOf({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: '' },
    data: Object.fromEntries(entries) as Record<string, string>,
  });
}

/** A custom resource is kept as JSON, so that its fields may have any length. */
function withSku(object: Stored, sku: string): Stored {
  if (!object.key.startsWith(`/registry/${workloadPlace}/`)) return object;
  const workload = JSON.parse(Buffer.from(object.value, 'latin1').toString('utf8')) as Workload;
  workload.spec.sku = sku;
  return { ...object, value: Buffer.from(JSON.stringify(workload)).toString('latin1') };
}
