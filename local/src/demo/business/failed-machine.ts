/** A machine whose disk import fails, to show its customer and the operator what a failure looks like. */
import type { Tenant } from '@gpulease/crds';
import { faultsAnnotation } from '../../kubevirt/faults.ts';
import { kubectl, type Cluster } from '../kubectl.ts';
import { LAST_DAY, trainingMachine } from './plan.ts';
import type { Renter } from './renter.ts';

const FAULT = 'ImportFailure';

/** The customer's balance covers it. */
const machine = trainingMachine('chen-jie', 'vit-pretrain', 'l40s-1');

/** Orders the machine while the storage of its customer's namespace fails, then repairs the storage. Throws if a step is rejected. */
export async function playFailedMachine(
  cluster: Cluster,
  renters: ReadonlyMap<string, Renter>,
): Promise<void> {
  const renter = renters.get(machine.user);
  const namespace = await namespaceOf(cluster, machine.user);
  if (!renter || namespace === undefined) throw new Error(`${machine.user} is no customer`);
  const annotate = (change: string) =>
    kubectl(cluster, ['annotate', 'namespace', namespace, '--overwrite', faultsAnnotation + change]);
  await annotate(`=${FAULT}`);
  await renter.take({ day: LAST_DAY, user: machine.user, kind: 'order', machine });
  await renter.until(machine, ({ status }) => status === 'FAILED');
  await annotate('-');
}

async function namespaceOf(cluster: Cluster, username: string): Promise<string | undefined> {
  const answer = await kubectl(cluster, ['get', 'tenants.gpulease.dev', '--output=json']);
  const { items } = JSON.parse(answer) as { items: Tenant[] };
  return items.find(({ spec }) => spec.username === username)?.status?.namespace;
}
