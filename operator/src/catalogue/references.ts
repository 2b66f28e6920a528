import { isDeepStrictEqual } from 'node:util';
import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import { findCondition } from '@gpulease/kube';
import type { CatalogueObject, FoundCondition } from './status.ts';

/** The values named in the message of a finding. */
export type Parameters = NonNullable<FoundCondition['parameters']>;

/** A fault of a catalogue object that another object refers to. */
export interface ReferenceFault {
  kind: string;
  name: string;
  /** ReferenceMissing, or the reason why the object is not Ready. */
  reason: string;
  /** The object's own message, one sentence. */
  message: string;
  /** The same message for display elsewhere: it names the object. */
  sentence: string;
  /** The values named in the object's own message. */
  parameters?: Parameters | undefined;
}

/** Reasons why a Region is not Ready that stem from its nodes and not from the region itself. */
const OF_ITS_NODES: readonly string[] = [catalogueReasons.noNodes, catalogueReasons.noNodeReady];

/** Returns the fault of a referenced object; undefined if it is usable or not yet assessed. */
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

/** Whether the objects that name this one need a reconcile: it was created or deleted, or its fault changed. */
export function isOtherReference(
  before: CatalogueObject | undefined,
  after: CatalogueObject | undefined,
): boolean {
  return !isDeepStrictEqual(referenceFault('', '', before), referenceFault('', '', after));
}

/** Returns one reason for several faults. A missing object outranks one that is not ready. */
export function faultsReason(faults: readonly Pick<ReferenceFault, 'reason'>[]): string {
  const { referenceMissing, referenceNotReady } = catalogueReasons;
  return faults.some(({ reason }) => reason === referenceMissing) ? referenceMissing : referenceNotReady;
}

/** Maximum number of faults in one message. */
const MOST_FAULTS = 4;

/** Returns the first objects as parameters, and how many more there are. */
export function namedObjects(all: readonly { kind: string; name?: string | undefined }[]): Parameters {
  const more = all.length - MOST_FAULTS;
  const objects = all
    .slice(0, MOST_FAULTS)
    .map(({ kind, name }) => ({ kind, ...(name !== undefined && { name }) }));
  return { objects, ...(more > 0 && { more: String(more) }) };
}

/** Returns the first faults, one sentence each, and how many more there are. */
export function faultsMessage(sentences: readonly string[]): string {
  const more = sentences.length - MOST_FAULTS;
  const rest = more > 0 ? [`${more} more references are broken.`] : [];
  return [...sentences.slice(0, MOST_FAULTS), ...rest].join(' ');
}
