import { isDeepStrictEqual } from 'node:util';
import { fieldManagers, finalizers } from '@gpulease/crds';
import type { Condition } from '@gpulease/crds';
import { addFinalizer, hasFinalizer, isDeleting, removeFinalizer, setCondition } from '@gpulease/kube';
import type { ApiObject, Application, ConditionChange, ResourceClient } from '@gpulease/kube';

/** What every status of ours begins with. */
export interface CommonStatus {
  conditions?: Condition[] | undefined;
  observedGeneration?: number | undefined;
  updatedAt?: string | undefined;
}

export interface CatalogueObject extends ApiObject {
  status?: CommonStatus | undefined;
}

/** What was found of a catalogue object: its kind's own status fields, its conditions and how much refers to it. */
export interface Findings {
  fields: object;
  conditions: Omit<ConditionChange, 'observedGeneration'>[];
  /** How many objects refer to it; it cannot go while there are any. */
  references: number;
}

/** Writes what was found, if that is new. */
export async function settleCatalogueObject<T extends CatalogueObject>(
  client: ResourceClient<T>,
  object: T,
  findings: Findings,
  now: Date,
): Promise<void> {
  const settled = await settleInUse(client, object, findings.references);
  if (settled === undefined) return;
  const status = catalogueStatus(settled, findings, now);
  if (isDeepStrictEqual(settled.status, status)) return;
  const { name, namespace, resourceVersion } = settled.metadata;
  const application = { metadata: { name, namespace, resourceVersion }, status } as unknown as Application<T>;
  await client.applyStatus(application, { fieldManager: fieldManagers.operator, force: true });
}

/** The status as it should be: times move only when something else does. */
export function catalogueStatus(object: CatalogueObject, findings: Findings, now: Date): CommonStatus {
  const { metadata, status } = object;
  const observedGeneration = metadata.generation ?? 0;
  const isSeen = status?.observedGeneration === observedGeneration && status.updatedAt !== undefined;
  const conditions = findings.conditions.reduce<readonly Condition[]>(
    (before, change) => setCondition(before, { ...change, observedGeneration }, now),
    status?.conditions ?? [],
  );
  return {
    ...(Object.fromEntries(
      Object.entries(findings.fields).filter(([, value]) => value !== undefined),
    ) as object),
    ...(conditions.length === 0 ? {} : { conditions: [...conditions] }),
    observedGeneration,
    updatedAt: isSeen ? status.updatedAt : now.toISOString(),
  };
}

/** Holds the object by our finalizer while something refers to it. Returns it as it is then, if it still is. */
async function settleInUse<T extends CatalogueObject>(
  client: ResourceClient<T>,
  object: T,
  references: number,
): Promise<T | undefined> {
  const isHeld = hasFinalizer(object, finalizers.inUse);
  if (references > 0 && !isHeld && !isDeleting(object)) return addFinalizer(client, object, finalizers.inUse);
  if (references === 0 && isHeld) return removeFinalizer(client, object, finalizers.inUse);
  return object;
}
