import { isDeepStrictEqual } from 'node:util';
import { catalogueReasons, conditionTypes, fieldManagers, finalizers, type Condition } from '@gpulease/crds';
import {
  addFinalizer,
  hasFinalizer,
  isDeleting,
  removeFinalizer,
  setCondition,
  withoutEmpty,
} from '@gpulease/kube';
import type { ApiObject, Application, ConditionChange, ResourceClient } from '@gpulease/kube';

/** Fields that every status has. */
export interface CommonStatus {
  conditions?: Condition[] | undefined;
  observedGeneration?: number | undefined;
  updatedAt?: string | undefined;
}

export interface CatalogueObject extends ApiObject {
  status?: CommonStatus | undefined;
}

/** A condition as assessed, without its generation. */
export type FoundCondition = Omit<ConditionChange, 'observedGeneration'>;

/** Returns builders for a condition that is true, false or unknown, with a reason, a message and the values it names. */
export function conditionFound(type: string) {
  const as =
    (status: Condition['status']) =>
    (reason: string, message: string, parameters?: Condition['parameters']): FoundCondition => ({
      ...{ type, status, reason, message },
      ...(parameters && { parameters }),
    });
  return { yes: as('True'), no: as('False'), unknown: as('Unknown') };
}

/** The assessment of a catalogue object: the status fields of its kind, its conditions and its reference count. */
export interface Assessment {
  fields: object;
  conditions: FoundCondition[];
  /** Number of objects that need it; it is not removed while there are any. */
  references: number;
  /** Called once the status has been written. */
  written?: () => void;
}

/** Minimum interval between writes that change only counts, in milliseconds. */
export const COUNTS_MS = 5000;

/** Returns how long after the last write the status may be written, in milliseconds; 0 means at once. */
export function countsMayWaitMs(present: CommonStatus | undefined, wanted: CommonStatus): number {
  return isDeepStrictEqual(outlineOf(present), outlineOf(wanted)) ? COUNTS_MS : 0;
}

/** Returns what must not wait: conditions, the generation, and which counts are zero. Sales and deletions depend on it. */
function outlineOf({ conditions, observedGeneration, ...counts }: CommonStatus = {}): unknown[] {
  const zeros: unknown = JSON.parse(JSON.stringify(counts, zeroOf));
  return [conditions, observedGeneration, zeros];
}

/** Reduces a count to whether it is zero. A history may wait like the counts that change with it. */
function zeroOf(name: string, value: unknown): unknown {
  if (name === 'history') return undefined;
  if (typeof value === 'number') return value === 0;
  return typeof value === 'string' ? undefined : value;
}

/** Writes the assessed status if it has changed. Returns the written object, or undefined if nothing was written. */
export async function settleCatalogueObject<T extends CatalogueObject>(
  client: ResourceClient<T>,
  object: T,
  assessed: Assessment,
  now: Date,
): Promise<T | undefined> {
  const settled = await settleFinalizer(client, object, assessed.references);
  if (settled === undefined) return undefined;
  const status = catalogueStatus(settled, assessed, now);
  if (isDeepStrictEqual(settled.status, status)) return undefined;
  const { name, namespace, resourceVersion } = settled.metadata;
  const application = { metadata: { name, namespace, resourceVersion }, status } as unknown as Application<T>;
  return client.applyStatus(application, { fieldManager: fieldManagers.operator, force: true });
}

/**
 * Returns the desired status. Times change only when something else does. Drops conditions that only another version of
 * the operator knows, because this one would never update them.
 */
export function catalogueStatus(object: CatalogueObject, assessed: Assessment, now: Date): CommonStatus {
  const { metadata, status } = object;
  const observedGeneration = metadata.generation ?? 0;
  const isSeen = status?.observedGeneration === observedGeneration && status.updatedAt !== undefined;
  const found = conditionsOf(object, assessed);
  const known = (status?.conditions ?? []).filter(({ type }) => found.some((one) => one.type === type));
  const conditions = found.reduce<readonly Condition[]>(
    (before, change) => setCondition(before, { ...change, observedGeneration }, now),
    known,
  );
  return {
    ...withoutEmpty(assessed.fields),
    conditions: [...conditions],
    observedGeneration,
    updatedAt: isSeen ? status.updatedAt : now.toISOString(),
  };
}

/** An object that is being deleted is never ready; its message states what the deletion waits for. */
function conditionsOf(object: CatalogueObject, { conditions, references }: Assessment): FoundCondition[] {
  if (!isDeleting(object)) return conditions;
  const others = conditions.filter(({ type }) => type !== conditionTypes.ready);
  const message = `It is being deleted and will be removed once nothing uses it; ${count(references)}.`;
  const { no } = conditionFound(conditionTypes.ready);
  return [...others, no(catalogueReasons.deleting, message, { used: String(references) })];
}

function count(references: number): string {
  return references === 1 ? '1 object still does' : `${references} objects still do`;
}

/**
 * Adds the finalizer to every catalogue object, so that it cannot disappear while a new workload refers to it, and
 * removes it from a deleted object without references. Returns the resulting object, or undefined if it is gone.
 */
async function settleFinalizer<T extends CatalogueObject>(
  client: ResourceClient<T>,
  object: T,
  references: number,
): Promise<T | undefined> {
  const isHeld = hasFinalizer(object, finalizers.inUse);
  if (isDeleting(object)) {
    return isHeld && references === 0 ? removeFinalizer(client, object, finalizers.inUse) : object;
  }
  return isHeld ? object : addFinalizer(client, object, finalizers.inUse);
}
