/** Measures how reliable a node has been recently. Pure. */
import { catalogueReasons, conditionTypes, nodeStateAt } from '@gpulease/crds';
import type { ComputeNode, NodeReliability } from '@gpulease/crds';
import { DAY_MS, findCondition } from '@gpulease/kube';
import type { FoundCondition } from '../catalogue/status.ts';
import type { StartOutcome } from '../start-outcome.ts';

/** Length of the period that counts. */
const DAYS = 30;

type Day = NodeReliability['days'][number];
type Counts = Omit<Day, 'date'>;

const nothing: Counts = { starts: 0, failedStarts: 0, faults: 0 };

/** Facts found since the status was written. */
interface News {
  outcomes: readonly StartOutcome[];
  /** The current conditions. */
  conditions: readonly FoundCondition[];
  now: Date;
}

/** Returns the updated counts; undefined if nothing has happened on any of the days. */
export function reliabilityAfter(computeNode: ComputeNode, news: News): NodeReliability | undefined {
  const { outcomes, now } = news;
  const failedStarts = outcomes.filter(({ hasFailed }) => hasFailed).length;
  const more = {
    starts: outcomes.length - failedStarts,
    failedStarts,
    faults: faultsBegun(computeNode, news),
  };
  const days = withDay(recentDays(computeNode, now), dateOf(now), more);
  if (days.length === 0) return undefined;
  const gpuDays = (computeNode.spec.resources.gpus?.count ?? 0) * ageInDays(computeNode, now);
  return { ...days.reduce(plus, nothing), gpuDays, days };
}

/** Returns failed starts plus faults per GPU and 30 days. A node without GPUs counts as having one. */
export function troublesOf(computeNode: ComputeNode, now: Date): number {
  const { failedStarts, faults } = computeNode.status?.reliability ?? nothing;
  const gpus = computeNode.spec.resources.gpus?.count ?? 1;
  return ((failedStarts + faults) * DAYS) / (gpus * ageInDays(computeNode, now));
}

/** Returns on how many days of the period the node existed, including its first day and today. */
function ageInDays({ metadata }: ComputeNode, now: Date): number {
  const createdAt = Date.parse(metadata.creationTimestamp ?? '');
  if (Number.isNaN(createdAt)) return DAYS;
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  return Math.min(Math.max(dayOf(now.getTime()) - dayOf(createdAt) + 1, 1), DAYS);
}

/** Returns the milliseconds until the oldest day may expire. */
export function untilNextDay(now: Date): number {
  return DAY_MS - (now.getTime() % DAY_MS);
}

function recentDays({ status }: ComputeNode, now: Date): readonly Day[] {
  const first = dateOf(new Date(now.getTime() - (DAYS - 1) * DAY_MS));
  return (status?.reliability?.days ?? []).filter(({ date }) => date >= first);
}

function withDay(days: readonly Day[], date: string, more: Counts): Day[] {
  const known = days.find((day) => day.date === date) ?? { date, ...nothing };
  const counted = { date, ...plus(known, more) };
  const isEmpty = counted.starts + counted.failedStarts + counted.faults === 0;
  return [...days.filter((day) => day.date !== date), ...(isEmpty ? [] : [counted])];
}

function plus(a: Counts, b: Counts): Counts {
  return {
    starts: a.starts + b.starts,
    failedStarts: a.failedStarts + b.failedStarts,
    faults: a.faults + b.faults,
  };
}

/** In UTC, such as 2026-01-31. */
function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Faults of the node itself, by condition. States that an administrator intends are not faults. */
const FAULTS: readonly [type: string, reason: string][] = [
  [conditionTypes.schedulable, catalogueReasons.nodeNotReady],
  [conditionTypes.schedulable, catalogueReasons.nodeProblem],
  [conditionTypes.capacityVerified, catalogueReasons.lessThanDeclared],
];

/** Returns how many faults have begun since the status was written. */
export function faultsBegun(
  { spec, status }: ComputeNode,
  { conditions, now }: Pick<News, 'conditions' | 'now'>,
): number {
  if (nodeStateAt(spec, now) !== 'Active') return 0;
  return FAULTS.filter(([type, reason]) => {
    const before = findCondition(status?.conditions, type);
    const after = conditions.find((condition) => condition.type === type);
    return before !== undefined && before.reason !== reason && after?.reason === reason;
  }).length;
}
