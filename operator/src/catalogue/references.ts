import { isDeepStrictEqual } from 'node:util';
import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import type { CatalogueObject } from './status.ts';

/** What is wrong with an object of the catalogue that another one names. */
export interface ReferenceFault {
  kind: string;
  name: string;
  /** ReferenceMissing, or why that object itself is not Ready. */
  reason: string;
  /** One sentence that names the object and says what to do. */
  message: string;
}

/** Why a Region is not Ready that says nothing against the region itself: it is summed up from its nodes. */
const OF_ITS_NODES: readonly string[] = [catalogueReasons.noNodes, catalogueReasons.noNodeReady];

/** Undefined: it can be used, or nobody has looked at it yet. */
export function referenceFault(
  kind: string,
  name: string,
  object: CatalogueObject | undefined,
): ReferenceFault | undefined {
  if (object === undefined) {
    const message = `There is no ${kind} ${name}.`;
    return { kind, name, reason: catalogueReasons.referenceMissing, message };
  }
  const ready = findCondition(object.status?.conditions, conditionTypes.ready);
  if (ready?.status !== 'False' || OF_ITS_NODES.includes(ready.reason)) return undefined;
  return { kind, name, reason: ready.reason, message: `${kind} ${name} is not ready: ${ready.message}` };
}

/** Whether those that name an object have to be looked at again: it comes, goes, or can or cannot be used any more. */
export function isOtherReference(
  before: CatalogueObject | undefined,
  after: CatalogueObject | undefined,
): boolean {
  return !isDeepStrictEqual(referenceFault('', '', before), referenceFault('', '', after));
}

/** One word for several faults: what does not exist has to be created before all else. */
export function faultsReason(faults: readonly Pick<ReferenceFault, 'reason'>[]): string {
  const { referenceMissing, referenceNotReady } = catalogueReasons;
  return faults.some(({ reason }) => reason === referenceMissing) ? referenceMissing : referenceNotReady;
}

/** How many faults are told at once. */
const MOST_FAULTS = 4;

/** The first faults, a sentence each. */
export function faultsMessage(faults: readonly Pick<ReferenceFault, 'message'>[]): string {
  const more = faults.length - MOST_FAULTS;
  const sentences = faults.slice(0, MOST_FAULTS).map(({ message }) => message);
  return [...sentences, ...(more > 0 ? [`${more} more references are wrong.`] : [])].join(' ');
}
