import { isDeepStrictEqual } from 'node:util';
import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import type { CatalogueObject, FoundCondition } from './status.ts';

/** The values that the sentence of a finding names. */
export type Parameters = NonNullable<FoundCondition['parameters']>;

/** The fault of a catalogue object that another one refers to. */
export interface ReferenceFault {
  kind: string;
  name: string;
  /** ReferenceMissing, or why that object itself is not Ready. */
  reason: string;
  /** One sentence in that object's own words. */
  message: string;
  /** The same for those who read it elsewhere: it names the object. */
  sentence: string;
  /** The values that the object's own words name. */
  parameters?: Parameters | undefined;
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
    const parameters = namedObjects([{ kind, name }]);
    return { kind, name, reason: catalogueReasons.referenceMissing, message, sentence: message, parameters };
  }
  const ready = findCondition(object.status?.conditions, conditionTypes.ready);
  if (ready?.status !== 'False' || OF_ITS_NODES.includes(ready.reason)) return undefined;
  const { reason, message, parameters } = ready;
  const sentence = `${kind} ${name} is not ready: ${message}`;
  return { kind, name, reason, message, sentence, ...(parameters && { parameters }) };
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

/** The number of faults in one message. */
const MOST_FAULTS = 4;

/** The first objects as values of a cause, and how many more there are. */
export function namedObjects(all: readonly { kind: string; name?: string | undefined }[]): Parameters {
  const more = all.length - MOST_FAULTS;
  const objects = all
    .slice(0, MOST_FAULTS)
    .map(({ kind, name }) => ({ kind, ...(name !== undefined && { name }) }));
  return { objects, ...(more > 0 && { more: String(more) }) };
}

/** The first faults, a sentence each. */
export function faultsMessage(sentences: readonly string[]): string {
  const more = sentences.length - MOST_FAULTS;
  const rest = more > 0 ? [`${more} more references are wrong.`] : [];
  return [...sentences.slice(0, MOST_FAULTS), ...rest].join(' ');
}
