/** The notices to an owner about changes to a machine that they did not cause. Pure. */
import {
  movesFromLostNode,
  phaseOf,
  resumableHalts,
  returnOfLostNode,
  workloadReasons,
  type ComputeNode,
  type Workload,
} from '@gpulease/crds';
import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import { isDeleting } from '@gpulease/kube';
import { DAY_MS } from '../clock.ts';
import type { NewNotice } from '../notices/notify.ts';
import type { OrderInBooks } from '../orders/order-facts.ts';
import { pricePerHour } from '../orders/rates.ts';

/** What happened earlier is no news, such as all that happened before a new version of the portal. */
const NEWS_MS = DAY_MS;

/** Normally an order is confirmed and placed within this time. */
const AT_ONCE_MS = 15_000;

/** The notice that the machine's state calls for; the same one as long as that state lasts. */
export function machineNotice(workload: Workload, order: AboutOrder): NewNotice | undefined {
  const news = newsOf(workload);
  if (news === undefined || isOld(news.at, order)) return undefined;
  const { kind, at: since, until, isForetold } = news;
  return {
    ...aboutMachine(order, kind, since),
    ...(until !== undefined && { until: new Date(until) }),
    ...(isForetold && { foretoldFor: new Date(since) }),
    ...(kind === 'MACHINE_STARTED' && order.mode !== 'RESERVED' && { perHour: pricePerHour(order) }),
    ...(kind === 'MAINTENANCE' && wordsOf(workload)),
  };
}

/** The notice of planned maintenance, given once for each time that is announced to a running machine. */
export function plannedNotice(workload: Workload, order: AboutOrder): NewNotice | undefined {
  const { plannedMaintenance: planned, interruption, startedAt } = workload.status ?? {};
  if (planned === undefined || interruption?.reason === 'Maintenance' || isDeleting(workload))
    return undefined;
  const { announcedAt, startTime, reason: why } = planned;
  const isNews = !isOld(announcedAt, order) || (startedAt !== undefined && !isOld(startedAt, order));
  if (phaseOf(workload) !== 'Running' || !isNews) return undefined;
  return { ...aboutMachine(order, 'MAINTENANCE_PLANNED', announcedAt), until: new Date(startTime), why };
}

/** The notice that the machine was stopped to start on the node that an operator chose, given once for each move. */
export function moveNotice(workload: Workload, order: AboutOrder): NewNotice | undefined {
  const { runs = [] } = workload.status ?? {};
  const movedAt = runs.findLast(({ endReason }) => endReason === workloadReasons.moving)?.stoppedAt;
  if (movedAt === undefined || isDeleting(workload) || isOld(movedAt, order)) return undefined;
  return aboutMachine(order, 'MACHINE_MOVED', movedAt);
}

/** The notice of when the node is expected back that a machine was lost with, given once for each date. */
export function returnNotice(
  workload: Workload,
  node: ComputeNode | undefined,
  order: AboutOrder,
): NewNotice | undefined {
  const expected = returnOfLostNode(workload, node);
  if (expected === undefined || isDeleting(workload) || new Date(expected) <= order.at) return undefined;
  const notice = aboutMachine(order, 'NODE_EXPECTED_BACK', `${workload.status?.halt?.at}/${expected}`);
  return { ...notice, subject: `node-return/${order.id}`, until: new Date(expected) };
}

/** `when` tells a notice of a kind from the next. */
function aboutMachine({ id, userId, name }: AboutOrder, kind: NoticeKind, when: string): NewNotice {
  return { userId, kind, key: `${kind}/${id}/${when}`, subject: `machine/${id}`, workload: name };
}

function isOld(time: string, { at }: AboutOrder): boolean {
  return at.getTime() - Date.parse(time) > NEWS_MS;
}

/** The reason that an operator gave for the maintenance. */
function wordsOf({ status: { reason = '', parameters } = {} }: Workload): Pick<NewNotice, 'why'> {
  return ofMaintenance.includes(reason) && parameters?.why ? { why: parameters.why } : {};
}

const ofMaintenance: readonly string[] = [workloadReasons.maintenance, workloadReasons.maintenanceNotice];

type AboutOrder = Pick<
  OrderInBooks,
  'id' | 'userId' | 'name' | 'at' | 'mode' | 'price' | 'unit' | 'quantity'
>;

interface News {
  readonly kind: NoticeKind;
  /** When it became known, which makes it the same news. */
  readonly at: string;
  /** When the machine will be stopped. */
  readonly until?: string;
  /** The owner was warned, so it is no news. */
  readonly isForetold?: boolean;
}

function newsOf(workload: Workload): News | undefined {
  if (isDeleting(workload)) return isDestroyedForSpot(workload) ? stop(workload) : undefined;
  const phase = phaseOf(workload);
  if (phase === 'Failed') return failure(workload);
  if (phase === 'Running') return announcedStop(workload) ?? lateStart(workload);
  return phase === 'Stopping' || phase === 'Stopped' ? stop(workload) : undefined;
}

function failure(workload: Workload): News | undefined {
  const { lastTransition } = workload.status ?? {};
  const kind = movesFromLostNode(workload) ? 'MACHINE_MOVES' : 'MACHINE_FAILED';
  return lastTransition && { kind, at: lastTransition.at };
}

function announcedStop({ spec, status }: Workload): News | undefined {
  const { interruption } = status ?? {};
  const isIdle = interruption?.reason === 'Schedule' && spec.schedule?.idle !== undefined;
  return (
    interruption && {
      kind: isIdle ? kinds.Idle : kinds[interruption.reason],
      at: interruption.noticedAt,
      until: interruption.stopAt,
    }
  );
}

/**
 * A start that did not follow at once upon its owner's asking: it had to wait for capacity, its time, money or the end of an
 * interruption, so the owner may not be looking when it begins to cost.
 */
function lateStart({ metadata, spec, status }: Workload): News | undefined {
  const { placed } = status ?? {};
  if (placed === undefined) return undefined;
  const asked = [metadata.creationTimestamp, spec.restartedAt].filter((time) => time !== undefined);
  const waited = Date.parse(placed.at) - Math.max(...asked.map((time) => Date.parse(time)));
  return waited > AT_ONCE_MS ? { kind: 'MACHINE_STARTED', at: placed.at } : undefined;
}

/** A stop that ended a run, or an order before it. */
function stop({ status }: Workload): News | undefined {
  const { halt, runs = [] } = status ?? {};
  if (halt === undefined) return undefined;
  if (halt.reason === workloadReasons.orderSoldOut) return { kind: 'ORDER_SOLD_OUT', at: halt.at };
  const kind = halts.get(halt.reason);
  // An order whose own time came before its turn never ran.
  const isNews = runs.length > 0 || kind === kinds.Schedule;
  // That an idle machine would be stopped was said with an if.
  return kind && isNews ? { kind, at: halt.at, isForetold: kind !== kinds.Idle } : undefined;
}

/** Its owner chose that it be destroyed where others get its capacity. */
function isDestroyedForSpot({ spec, status }: Workload): boolean {
  return spec.interruption === 'Destroy' && status?.halt?.reason === resumableHalts.spot;
}

const kinds = {
  Maintenance: 'MAINTENANCE',
  Spot: 'SPOT_INTERRUPTED',
  Schedule: 'SCHEDULED_STOP',
  Idle: 'IDLE_STOP',
} as const satisfies Record<string, NoticeKind>;

/** Stops that may come without the notice before them having been seen. */
const halts: ReadonlyMap<string, NoticeKind> = new Map([
  [resumableHalts.maintenance, kinds.Maintenance],
  [resumableHalts.spot, kinds.Spot],
  [workloadReasons.scheduledStop, kinds.Schedule],
  [workloadReasons.idleStop, kinds.Idle],
]);
