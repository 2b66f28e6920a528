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

/** What every status of ours begins with. */
export interface CommonStatus {
  conditions?: Condition[] | undefined;
  observedGeneration?: number | undefined;
  updatedAt?: string | undefined;
}

export interface CatalogueObject extends ApiObject {
  status?: CommonStatus | undefined;
}

/** A condition as it was found. */
export type FoundCondition = Omit<ConditionChange, 'observedGeneration'>;

/** What is found of one condition: that it is true, false or not known; why, a sentence, and the values that it names. */
export function conditionFound(type: string) {
  const as =
    (status: Condition['status']) =>
    (reason: string, message: string, parameters?: Condition['parameters']): FoundCondition => ({
      ...{ type, status, reason, message },
      ...(parameters && { parameters }),
    });
  return { yes: as('True'), no: as('False'), unknown: as('Unknown') };
}

/** What was found of a catalogue object: its kind's own status fields, its conditions and how much refers to it. */
export interface Assessment {
  fields: object;
  conditions: FoundCondition[];
  /** How many objects need it; it cannot go while there are any. */
  references: number;
  /** Called once the status has been written. */
  written?: () => void;
}

/** Counts that go up and down with every order are written no more often than this, unless more than they changes. */
export const COUNTS_MS = 5000;

/** How long after the last write the status is to be written, in milliseconds; 0: at once. */
export function countsMayWaitMs(present: CommonStatus | undefined, wanted: CommonStatus): number {
  return isDeepStrictEqual(outlineOf(present), outlineOf(wanted)) ? COUNTS_MS : 0;
}

/** What must not wait: conditions, the generation, and which counts are zero, since sales and deletions depend on it. */
function outlineOf({ conditions, observedGeneration, ...counts }: CommonStatus = {}): unknown[] {
  const zeros: unknown = JSON.parse(JSON.stringify(counts, zeroOf));
  return [conditions, observedGeneration, zeros];
}

/** A history may wait like the counts that change with it. */
function zeroOf(name: string, value: unknown): unknown {
  if (name === 'history') return undefined;
  if (typeof value === 'number') return value === 0;
  return typeof value === 'string' ? undefined : value;
}

/** Writes what was found, if that is new. Returns the object as it was written, if it was. */
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
 * The status as it should be: times move only when something else does. A condition that another version of the operator
 * wrote and that means nothing to this one goes, as it would never change again.
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

/** What is on its way out is not ready, whatever else is found, and says what it waits for. */
function conditionsOf(object: CatalogueObject, { conditions, references }: Assessment): FoundCondition[] {
  if (!isDeleting(object)) return conditions;
  const others = conditions.filter(({ type }) => type !== conditionTypes.ready);
  const message = `It is being deleted and goes when nothing needs it any more; now ${count(references)}.`;
  const { no } = conditionFound(conditionTypes.ready);
  return [...others, no(catalogueReasons.deleting, message, { used: String(references) })];
}

function count(references: number): string {
  return references === 1 ? '1 object does' : `${references} objects do`;
}

/**
 * Every catalogue object has our finalizer from the start, so that it cannot vanish under a workload that refers to
 * it since a moment ago. Returns the object as it is then, if it still is.
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
