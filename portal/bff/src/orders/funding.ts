/** Decides whether a machine may run for its order, and until when. Pure. */
import { fundedReasons, resumableHalts, workloadReasons, type FundedReason } from '@gpulease/crds';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import { isUndelivered, termEndOf } from './delivery.ts';
import { failureOf, rejectionText, type OrderFailure } from './rejections.ts';

/** The order according to the books. Amounts are fen. */
export interface OrderFacts {
  readonly state: 'PLACED' | 'ACTIVE' | 'REJECTED' | 'CLOSED';
  readonly mode: 'ON_DEMAND' | 'RESERVED' | 'SPOT';
  readonly termEnd: Date | null;
  /** Reserved: since when a run is owed; null if none is. */
  readonly owedSince: Date | null;
  /** Reserved: when the first run began. */
  readonly deliveredAt: Date | null;
  /** Reserved: when the customer canceled it. */
  readonly cancelledAt: Date | null;
  /** The live hold after a settlement now; null if nothing is held. */
  readonly held: bigint | null;
  /** The price of two sweeps. */
  readonly leastHeld: bigint;
  /** When the money runs out at the current burn; null if nothing is held. */
  readonly fundedUntil: Date | null;
  /** The `restartedAt` of the newest start that was paid for. */
  readonly startRequestedAt: Date | null;
  readonly outOfFundsAt: Date | null;
  /** Whether a run is open in the books. */
  readonly running: boolean;
  /** Why the order was rejected; of an active order, why it is abandoned. */
  readonly rejection: string | null;
}

/** The Workload according to the cluster. */
export interface WorkloadFacts {
  readonly phase: string;
  /** The reason for its phase. */
  readonly reason: string | undefined;
  readonly powerState: 'Running' | 'Stopped';
  readonly resume: 'Manual' | 'Automatic';
  readonly restartedAt: Date | undefined;
  /** The same, unless the operator has carried it out. */
  readonly restartAskedAt: Date | undefined;
  readonly halt: { readonly reason: string; readonly at: Date } | undefined;
  /** Whether it was lost with its node and restarts elsewhere. */
  readonly moves: boolean;
  readonly deleting: boolean;
}

/** The condition `Funded` that billing requires. */
export interface Funded {
  readonly status: 'True' | 'False';
  readonly reason: FundedReason;
  readonly message: string;
  readonly until?: Date;
}

/**
 * The next action: `show` the condition; `release` the hold, or `refund` an abandoned order, after showing it; `stop` in the
 * books for lack of funds, then show; `fund` again, or `endTerm` or `giveUp` in the books with its reason, then decide again.
 */
interface FundingDecision {
  readonly act: 'show' | 'release' | 'stop' | 'fund' | 'endTerm' | 'giveUp' | 'refund';
  readonly funded: Funded;
}

const released = refused({
  reason: fundedReasons.released,
  message: 'The machine is stopped and no money is held for it; it is billed again when it is started.',
});
const outOfFunds = refused({
  reason: fundedReasons.insufficientFunds,
  message: 'The balance is used up; recharge, then start the machine again.',
});
const termEnded = refused({ reason: fundedReasons.termEnded, message: 'The reserved term has ended.' });
const unplaceable = failed(fundedReasons.neverPlaceable);
const soldOut = failed(fundedReasons.orderSoldOut);

/** Returns what the order of a Workload requires now. */
export function decideFunding(order: OrderFacts, workload: WorkloadFacts, now: Date): FundingDecision {
  const failure = failureOf(order.rejection);
  if (failure !== undefined) return decideFailed(failed(failure), order, workload);
  if (order.state === 'REJECTED')
    return show(refused({ reason: fundedReasons.orderRejected, message: rejectionText(order.rejection) }));
  if (order.state === 'CLOSED') return show(order.mode === 'RESERVED' ? termEnded : released);
  if (isSoldOut(order, workload)) return { act: 'giveUp', funded: soldOut };
  if (order.mode === 'RESERVED') return decideTerm(order, workload, now);
  if (order.held === null) return decideWithoutHold(order, workload);
  return decideWithHold(order, order.held, workload);
}

/** Returns the condition of a Workload whose order or start was refused. */
export function refused({ reason, message }: Pick<Funded, 'reason' | 'message'>): Funded {
  return { status: 'False', reason, message };
}

/** Whether an order may take money. After a permanent refusal, which halts the Workload, only for a start requested since. */
export function mayBeOrdered(
  refusedAt: Date | undefined,
  { powerState, restartAskedAt, halt }: WorkloadFacts,
): boolean {
  const since = refusedAt ?? halt?.at;
  if (since === undefined || powerState === 'Stopped') return true;
  return restartAskedAt !== undefined && restartAskedAt > since;
}

/** The refund of a canceled term is already agreed, so neither its end nor a failure applies. */
function decideTerm(order: OrderFacts, workload: WorkloadFacts, now: Date): FundingDecision {
  if (order.cancelledAt !== null) return show(accepted(termEndOf(order)));
  if (isUnplaceable(workload)) return { act: 'giveUp', funded: unplaceable };
  if (isUndelivered(order, now)) return { act: 'giveUp', funded: failed(fundedReasons.notDelivered) };
  const until = termEndOf(order);
  if (until !== null && until <= now) return { act: 'endTerm', funded: termEnded };
  return show(accepted(until));
}

/** The money is refunded once the operator has stopped the machine and can no longer start it. */
function decideFailed(funded: Funded, order: OrderFacts, { phase }: WorkloadFacts): FundingDecision {
  const isPutAway = !order.running && putAway.has(phase);
  return { act: order.state === 'ACTIVE' && isPutAway ? 'refund' : 'show', funded };
}

const putAway: ReadonlySet<string> = new Set(['Stopped', 'Failed']);

function failed(reason: OrderFailure): Funded {
  return refused({ reason, message: rejectionText(reason) });
}

/** Whether no node is large enough, so that no money is held. */
function isUnplaceable({ phase, reason }: WorkloadFacts): boolean {
  return phase === 'Pending' && reason === workloadReasons.neverPlaceable;
}

/** Whether the operator found no room for a new order that may not wait, and halted it until a start is requested. */
function isSoldOut(order: OrderFacts, workload: WorkloadFacts): boolean {
  const { phase, halt } = workload;
  if (order.cancelledAt !== null || phase !== 'Stopped') return false;
  if (halt?.reason !== workloadReasons.orderSoldOut) return false;
  return !isRestartRequestedAfterHalt(workload) && !isStartUnderway(order, workload);
}

function decideWithHold(order: OrderFacts, held: bigint, workload: WorkloadFacts): FundingDecision {
  const isOut = order.outOfFundsAt !== null;
  if (isUnplaceable(workload) && !order.running) return { act: 'release', funded: unplaceable };
  const isMachineThere = order.running || withMachine.has(workload.phase);
  if (!isMachineThere && (isOut || !isWanted(order, workload)))
    return { act: 'release', funded: isOut ? outOfFunds : released };
  if (isOut) return show(outOfFunds);
  if (held < order.leastHeld) return { act: 'stop', funded: outOfFunds };
  return show(accepted(order.fundedUntil));
}

function decideWithoutHold(order: OrderFacts, workload: WorkloadFacts): FundingDecision {
  if (isUnplaceable(workload)) return show(unplaceable);
  const funded = order.outOfFundsAt === null ? releasedFor(workload) : outOfFunds;
  return isWanted(order, workload) ? { act: 'fund', funded } : show(funded);
}

/** Returns the condition of a machine that the operator has stopped. */
function releasedFor({ halt }: WorkloadFacts): Funded {
  return halt?.reason === fundedReasons.neverPlaceable ? unplaceable : released;
}

/** Whether the Workload is to run, now or once the paid start has reached it. */
function isWanted(order: OrderFacts, workload: WorkloadFacts): boolean {
  if (workload.deleting) return false;
  if (order.held !== null && isStartUnderway(order, workload)) return true;
  if (workload.powerState !== 'Running') return false;
  return isRestartRequestedAfterStop(order, workload) && isRestartRequestedAfterHalt(workload);
}

/** Whether a requested start has not reached the cluster yet. */
function isStartUnderway({ startRequestedAt }: OrderFacts, { restartedAt }: WorkloadFacts): boolean {
  if (startRequestedAt === null) return false;
  return restartedAt === undefined || restartedAt < startRequestedAt;
}

/** After a stop for lack of funds only a newer start or automatic resume starts the machine again. */
function isRestartRequestedAfterStop(
  { outOfFundsAt }: OrderFacts,
  { restartAskedAt, resume }: WorkloadFacts,
): boolean {
  if (outOfFundsAt === null || resume === 'Automatic') return true;
  return restartAskedAt !== undefined && restartAskedAt > outOfFundsAt;
}

/** Without a halt, a machine stopped for one of these is started by its weekly plan or the end of the maintenance. */
const liftedHalts: ReadonlySet<string | undefined> = new Set([
  workloadReasons.scheduledStop,
  workloadReasons.maintenance,
]);

/** Whether the next start is automatic, after a stop by the platform or by the schedule. */
export function startsByItself({ outOfFundsAt }: OrderFacts, workload: WorkloadFacts): boolean {
  const { resume, halt, restartAskedAt, reason } = workload;
  if (halt === undefined && liftedHalts.has(reason)) return restartAskedAt === undefined;
  const stoppedAt = halt?.at ?? outOfFundsAt;
  if (resume !== 'Automatic' || stoppedAt === null) return false;
  return restartAskedAt === undefined || restartAskedAt <= stoppedAt;
}

const resumable: ReadonlySet<string> = new Set(Object.values(resumableHalts));

function isRestartRequestedAfterHalt({ halt, moves, restartAskedAt, resume }: WorkloadFacts): boolean {
  if (halt === undefined || moves) return true;
  if (restartAskedAt !== undefined && restartAskedAt > halt.at) return true;
  return resume === 'Automatic' && resumable.has(halt.reason);
}

const withMachine: ReadonlySet<string> = new Set(['Starting', 'Running', 'Stopping', 'Destroying']);

function accepted(until: Date | null): Funded {
  const message = 'The order is accepted and paid for.';
  return { status: 'True', reason: fundedReasons.orderAccepted, message, ...(until && { until }) };
}

function show(funded: Funded): FundingDecision {
  return { act: 'show', funded };
}

/**
 * Returns the `fundedUntil` to write, given the current one: earlier when the money ends earlier, and renewed when half a day
 * of it has passed, so that not every sweep writes a status.
 */
export function nextFundedUntil(current: Date | undefined, wanted: Date | undefined, now: Date) {
  if (current === undefined || wanted === undefined) return wanted;
  const later = wanted.getTime() - current.getTime();
  if (later < -MINUTE_MS / 2) return wanted;
  const isNear = current.getTime() - now.getTime() < 12 * HOUR_MS;
  return isNear && later > 5 * MINUTE_MS ? wanted : current;
}
