import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { labels, workloads, type ResourceDefinition } from '@gpulease/crds';
import { persistentVolumeClaims, pods, services, type ApiObject, type Cluster } from '@gpulease/kube';
import { dataVolumes, virtualMachineInstances, virtualMachines } from '@gpulease/kube/kubevirt';
import {
  keepClaim,
  keepInstance,
  keepDisk,
  keepMachinePod,
  keepVirtualMachine,
} from '../../operator/src/kept/kept.ts';
import { whole } from '../../operator/src/kept/keep.ts';
import type { Row } from '../report.ts';
import { namespace } from './names.ts';

/** Copies held at once to measure the size of one. */
const copies = 2_000;

interface Kept<T extends ApiObject> {
  definition: ResourceDefinition<T>;
  keep?: (object: T) => unknown;
}

/** Returns the memory in bytes of a running workload's objects in the caches, by kind: as served and as retained. */
export async function cacheBytesOf(cluster: Cluster, workload: string): Promise<Row[]> {
  const selection = { namespace, labelSelector: `${labels.workload}=${workload}` };
  const measured = async <T extends ApiObject>({ definition, keep = whole }: Kept<T>) => {
    const client = cluster.resource(definition);
    const isItself = definition.plural === workloads.plural;
    const [object] = isItself
      ? [await client.get({ namespace, name: workload })]
      : (await client.list(selection)).items;
    if (object === undefined) throw new Error(`${workload} has no ${definition.kind}`);
    const served = bytesOf<T>(object, whole);
    const kept = bytesOf<T>(object, (one) => keep(withoutManagedFields(one)));
    return { kind: definition.kind, served, kept };
  };
  const rows = [
    await measured({ definition: workloads }),
    await measured({ definition: virtualMachines, keep: keepVirtualMachine }),
    await measured({ definition: virtualMachineInstances, keep: keepInstance }),
    await measured({ definition: pods, keep: keepMachinePod }),
    await measured({ definition: dataVolumes, keep: keepDisk }),
    await measured({ definition: persistentVolumeClaims, keep: keepClaim }),
    await measured({ definition: services }),
  ];
  const sum = (name: 'served' | 'kept') => rows.reduce((total, row) => total + row[name], 0);
  const all = { kind: 'operator, all kinds', served: sum('served'), kept: sum('kept') };
  return [...rows, all].map(({ kind, served, kept }) => [
    `memory for each ${kind}`,
    `${kept} of ${served} bytes`,
  ]);
}

function withoutManagedFields<T extends ApiObject>(object: T): T {
  return { ...object, metadata: { ...object.metadata, managedFields: undefined } };
}

/** Returns the heap bytes per object of many copies, parsed individually as in an informer. */
function bytesOf<T>(object: T, keep: (object: T) => unknown): number {
  const text = JSON.stringify(object);
  const held: unknown[] = [];
  const before = heapUsed();
  for (let index = 0; index < copies; index += 1) held.push(keep(JSON.parse(text) as T));
  const bytes = (heapUsed() - before) / held.length;
  return Math.round(bytes);
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
