import { workloads, type Workload } from '@gpulease/crds';
import { secrets } from '@gpulease/kube';
import { digestOf } from '../../operator/src/kubevirt/cloud-init.ts';
import { childName, macAddress } from '../../operator/src/kubevirt/names.ts';
import type { BenchCluster } from './cluster.ts';
import { Etcd, type Stored } from './etcd.ts';
import { hostName, namespace, skuName } from './names.ts';

/** The API server's etcd paths of a workload's objects that an operator reads. */
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
/** Concurrent copies. */
const atOnce = 8;
const uids = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Numbers of the copies of a template, and the hosts and SKUs they are spread over. */
interface Spread {
  first: number;
  last: number;
  hosts: number;
  /** Absent if all have the template's SKU. */
  skus?: number;
}

/**
 * Fills a cluster with copies of a regularly ordered workload and its objects: byte by byte as in etcd, except for names, UIDs
 * and values derived from them. Regular creation of 10,000 workloads would take hours.
 */
export class Population {
  readonly #cluster: BenchCluster;
  readonly #etcd: Etcd;

  constructor(cluster: BenchCluster) {
    this.#cluster = cluster;
    this.#etcd = new Etcd(cluster.controlPlane);
  }

  /** Copies the workload on host 0 with this name of eleven characters, and its objects. */
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

  /** Returns the data of its machine's Secret, or undefined if it has none yet. */
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

/** Returns replacements of equal length, since the binary encoding of an object contains the lengths of its fields. */
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

/** Returns the digest by which the operator detects a changed Secret. */
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

/** Replaces the SKU of a Workload. Custom resources are stored as JSON, whose fields may have any length. */
function withSku(object: Stored, sku: string): Stored {
  if (!object.key.startsWith(`/registry/${workloadPlace}/`)) return object;
  const workload = JSON.parse(Buffer.from(object.value, 'latin1').toString('utf8')) as Workload;
  workload.spec.sku = sku;
  return { ...object, value: Buffer.from(JSON.stringify(workload)).toString('latin1') };
}
