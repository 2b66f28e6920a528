/** Judges a node by the starts of machines on it. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { catalogueReasons, conditionTypes, type ComputeNode, type FailedStart } from '@gpulease/crds';
import { utcWords } from '@gpulease/kube';
import { namedObjects, type Parameters } from '../catalogue/references.ts';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';
import type { StartOutcome } from '../start-outcome.ts';
import type { NodeView } from './node-view.ts';

/** The most that the status can hold. */
const MOST_KEPT = 8;

/** Returns the failed starts that count: a change of the spec clears earlier ones. */
export function failedStartsOn({ metadata, status }: ComputeNode): readonly FailedStart[] {
  return status?.observedGeneration === metadata.generation ? (status?.failedStarts ?? []) : [];
}

/** Returns the failed starts in a row after further outcomes. A successful start clears them. */
export function failedStartsAfter(
  before: readonly FailedStart[],
  outcomes: readonly StartOutcome[],
): FailedStart[] {
  return outcomes.reduce<FailedStart[]>(
    (failed, outcome) => (outcome.hasFailed ? withFailure(failed, outcome) : []),
    [...before],
  );
}

function withFailure(failed: readonly FailedStart[], outcome: StartOutcome): FailedStart[] {
  const { workload, at, lastRanAt = '' } = outcome;
  const earlier = failed.find((one) => one.workload === workload);
  const others = failed.filter((one) => one !== earlier);
  const since = earlier?.since ?? at.toISOString();
  // No start has succeeded on this node since, so it ran elsewhere.
  const isAgain = earlier !== undefined && Date.parse(lastRanAt) > Date.parse(since);
  const againAt = isAgain ? at.toISOString() : earlier?.againAt;
  return [...others, { workload, since, ...(againAt !== undefined && { againAt }) }].slice(-MOST_KEPT);
}

/** Whether two machines have failed in a row, or one has failed again that ran elsewhere in between. */
export function implicatesNode(failed: readonly FailedStart[]): boolean {
  return failed.length >= 2 || failed.some(({ againAt }) => againAt !== undefined);
}

/**
 * Whether starts fail on more than half of the region's nodes. The nodes then share the cause, and closing them would
 * leave no node on which a start could prove the recovery.
 */
export function failWidely({ computeNode, inRegion = () => [] }: NodeView): boolean {
  const others = inRegion().filter(
    ({ metadata, spec }) => metadata.name !== computeNode.metadata.name && spec.state === 'Active',
  );
  const failing = others.filter(doStartsFail);
  return 2 * (failing.length + 1) > others.length + 1;
}

/** Whether failed starts count against the node. */
export function doStartsFail(computeNode: ComputeNode): boolean {
  return implicatesNode(failedStartsOn(computeNode));
}

/** Returns the regions in which the share of nodes with failing starts has changed. */
export function regionsWithOtherShare(
  before: ComputeNode | undefined,
  after: ComputeNode | undefined,
): string[] {
  if (isDeepStrictEqual(countedAs(before), countedAs(after))) return [];
  return [...new Set([before, after].flatMap((node) => node?.spec.region ?? []))];
}

/** Returns what a node contributes to the share of its region. */
function countedAs(node: ComputeNode | undefined) {
  return (
    node && { in: node.spec.region, isActive: node.spec.state === 'Active', isFailing: doStartsFail(node) }
  );
}

/** Returns the machines and the time of the first failure as parameters. */
export function valuesOf(failed: readonly FailedStart[]): Parameters {
  const since = firstOf(failed);
  const objects = failed.map(({ workload }) => ({ kind: 'Workload', name: workload }));
  return { ...namedObjects(objects), ...(since !== undefined && { since }) };
}

const { yes, no } = conditionFound(conditionTypes.startsMachines);

export function startsMachines(view: NodeView): FoundCondition {
  const failed = failedStartsOn(view.computeNode);
  if (!implicatesNode(failed))
    return yes(catalogueReasons.startsSucceed, 'Machines placed on the node start.');
  const isWide = failWidely(view);
  const names = failed.map(({ workload }) => workload).join(', ');
  const message =
    `These machines failed to start on the node, and none has started there since ${utcWords(firstOf(failed) ?? '')}: ${names}.` +
    (isWide ? ' Starts fail on most nodes of the region, so it stays open.' : '');
  const reason = isWide ? catalogueReasons.startsFailWidely : catalogueReasons.startsFail;
  return no(reason, message, valuesOf(failed));
}

function firstOf(failed: readonly FailedStart[]): string | undefined {
  return failed.map(({ since }) => since).sort()[0];
}
