/** What the starts of machines on a node say of the node. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { catalogueReasons, conditionTypes, type ComputeNode, type FailedStart } from '@gpulease/crds';
import { utcWords } from '@gpulease/kube';
import { namedObjects, type Parameters } from '../catalogue/references.ts';
import { conditionFound, type FoundCondition } from '../catalogue/status.ts';
import type { StartOutcome } from '../start-outcome.ts';
import type { NodeView } from './node-view.ts';

/** As many as the status keeps. */
const MOST_KEPT = 8;

/** Those that count: whoever changes the spec has dealt with what was before. */
export function failedStartsOn({ metadata, status }: ComputeNode): readonly FailedStart[] {
  return status?.observedGeneration === metadata.generation ? (status?.failedStarts ?? []) : [];
}

/** The failed starts in a row after further outcomes. One that succeeds proves the node. */
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
  // No start has succeeded here meanwhile, so it ran elsewhere.
  const isAgain = earlier !== undefined && Date.parse(lastRanAt) > Date.parse(since);
  const againAt = isAgain ? at.toISOString() : earlier?.againAt;
  return [...others, { workload, since, ...(againAt !== undefined && { againAt }) }].slice(-MOST_KEPT);
}

/** Two machines have failed one after the other, or one has failed again that starts elsewhere. */
export function speakAgainstNode(failed: readonly FailedStart[]): boolean {
  return failed.length >= 2 || failed.some(({ againAt }) => againAt !== undefined);
}

/**
 * Whether starts fail on more than half of the region's nodes: then it is something that they share, and to close them
 * would leave nowhere to start, nor to find out that it is over.
 */
export function failWidely({ computeNode, inRegion = () => [] }: NodeView): boolean {
  const others = inRegion().filter(
    ({ metadata, spec }) => metadata.name !== computeNode.metadata.name && spec.state === 'Active',
  );
  const failing = others.filter(doStartsFail);
  return 2 * (failing.length + 1) > others.length + 1;
}

/** Whether machines have failed to start there, and nobody has dealt with that. */
export function doStartsFail(computeNode: ComputeNode): boolean {
  return speakAgainstNode(failedStartsOn(computeNode));
}

/** The regions in which starts fail on another share of the nodes than before. */
export function regionsWithOtherShare(
  before: ComputeNode | undefined,
  after: ComputeNode | undefined,
): string[] {
  if (isDeepStrictEqual(countedAs(before), countedAs(after))) return [];
  return [...new Set([before, after].flatMap((node) => node?.spec.region ?? []))];
}

/** What a node adds to the share of its region. */
function countedAs(node: ComputeNode | undefined) {
  return (
    node && { in: node.spec.region, isActive: node.spec.state === 'Active', isFailing: doStartsFail(node) }
  );
}

/** Which machines, and since when. */
export function valuesOf(failed: readonly FailedStart[]): Parameters {
  const since = firstOf(failed);
  const objects = failed.map(({ workload }) => ({ kind: 'Workload', name: workload }));
  return { ...namedObjects(objects), ...(since !== undefined && { since }) };
}

const { yes, no } = conditionFound(conditionTypes.startsMachines);

export function startsMachines(view: NodeView): FoundCondition {
  const failed = failedStartsOn(view.computeNode);
  if (!speakAgainstNode(failed))
    return yes(catalogueReasons.startsSucceed, 'Machines that are placed on the node start.');
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
