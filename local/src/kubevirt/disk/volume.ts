import { isDeepStrictEqual } from 'node:util';
import {
  isAlreadyExists,
  isForbidden,
  persistentVolumeClaims,
  type NewObject,
  type PersistentVolumeClaim,
} from '@gpulease/kube';
import type { Fault } from '../faults.ts';
import type { World } from '../world.ts';
import type { ClaimRefusal } from './claim-spec.ts';

/** Provisioner of classes with manually created volumes, which never exist here. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** Creates a claim, or returns the existing one. Returns a refusal if a quota rejects it. */
export async function createClaim(
  { cluster }: World,
  claim: NewObject<PersistentVolumeClaim>,
): Promise<PersistentVolumeClaim | ClaimRefusal> {
  const client = cluster.resource(persistentVolumeClaims);
  try {
    return await client.create(claim);
  } catch (error) {
    const refused = quotaRefusal(error);
    if (refused !== undefined) return refused;
    if (!isAlreadyExists(error)) throw error;
    return client.get(claim.metadata);
  }
}

/** CDI detects it by this message. */
function quotaRefusal(error: unknown): ClaimRefusal | undefined {
  const isQuota = isForbidden(error) && error instanceof Error && error.message.includes('exceeded quota');
  if (!isQuota) return undefined;
  return { reason: 'ErrExceededQuota', message: error.message };
}

/** Binds a claim to a volume of its requested size if the storage provides one. Returns false otherwise. */
export async function provide(
  world: World,
  claim: PersistentVolumeClaim,
  faults: ReadonlySet<Fault>,
): Promise<boolean> {
  if (claim.status?.phase !== 'Bound' && !isProvided(world, claim, faults)) return false;
  await bind(world, claim);
  return true;
}

/** Whether the claim has a provisioner with free capacity. */
function isProvided(
  { storageClasses }: World,
  { spec }: PersistentVolumeClaim,
  faults: ReadonlySet<Fault>,
): boolean {
  const { storageClassName } = spec ?? {};
  if (storageClassName === undefined || faults.has('StorageFull')) return false;
  const provisioner = storageClasses.store.get({ name: storageClassName })?.provisioner;
  return provisioner !== undefined && provisioner !== NO_PROVISIONER;
}

export async function bind({ cluster }: World, claim: PersistentVolumeClaim): Promise<void> {
  const status = boundStatus(claim);
  if (isDeepStrictEqual(claim.status, status)) return;
  await cluster
    .resource(persistentVolumeClaims)
    .mergePatch(claim.metadata, { status }, { subresource: 'status' });
}

function boundStatus({ spec }: PersistentVolumeClaim): NonNullable<PersistentVolumeClaim['status']> {
  return {
    phase: 'Bound',
    accessModes: spec?.accessModes ?? [],
    capacity: { storage: spec?.resources?.requests?.storage ?? '0' },
  };
}
