import type { BillingRecord } from '@gpulease/contract/billing';
import type { Balance } from '@gpulease/contract/me';
import type { Workload } from '@gpulease/contract/workloads';
import { kubectlGet } from '../support/kubectl.ts';
import { costOf, fenOf, mostRuns, recordsOf, runsOf, usageOf, type Run, type UsageLine } from './money.ts';
import type { Sighting } from './observer.ts';
import type { Promised, Renter, Span } from './renter.ts';

/** Time for which a machine may still be billed after a stop request, until it is gone. */
const shutdownMs = 30_000;
/** Time for which KubeVirt, which is also killed and restarts with growing backoff, may be unable to shut a machine down. */
const awayMs = 120_000;
/** Tolerance between recorded and observed times. */
const toleranceMs = 2_000;

/** A customer who acted, with the acknowledged promises. */
export type Customer = Pick<Renter, 'account' | 'session' | 'machines' | 'recharged'>;

const leftovers = [
  'virtualmachines.kubevirt.io',
  'virtualmachineinstances.kubevirt.io',
  'datavolumes.cdi.kubevirt.io',
  'services',
  'workloads.gpulease.dev',
];

/** Returns deviations from what was acknowledged: empty once every promise is kept. */
export async function brokenPromises(renter: Customer): Promise<string[]> {
  const problems: string[] = [];
  for (const machine of renter.machines.values()) {
    const { status, body } = await renter.session.get<Workload>(`/workloads/${machine.name}`);
    // An order that was canceled before it reached the cluster has never become a machine.
    if (status === 404 && machine.wish === 'gone') continue;
    const problem = wrongStatus(machine, body);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function wrongStatus(machine: Promised, { status, reason, message }: Workload): string | undefined {
  if (machine.wish === 'unclear') return undefined;
  // Another got the last place, and the order was not to wait: it is over, and the books agree.
  if (machine.wish !== 'gone' && status === 'STOPPED' && reason === 'OrderSoldOut') return undefined;
  const expected = { on: ['RUNNING', 'PENDING'], off: ['STOPPED'], gone: ['DESTROYED'] }[machine.wish];
  if (expected.includes(status)) return undefined;
  return `${machine.user}/${machine.name} was to be ${machine.wish} and is ${status} (${reason}: ${message})`;
}

/** Returns remains of destroyed machines in the cluster, and machines that exist twice. */
export async function wrongObjects(machines: readonly Promised[]): Promise<string[]> {
  const problems: string[] = [];
  for (const kind of leftovers) {
    const { items } = await kubectlGet<{
      items: { kind: string; metadata: { name: string; labels?: Record<string, string> } }[];
    }>([kind, '-A']);
    for (const { wish, name } of machines) {
      const mine = items.filter(
        ({ metadata }) => metadata.name === name || metadata.labels?.['gpulease.dev/workload'] === name,
      );
      const most = wish === 'gone' ? 0 : 1;
      if (mine.length > most) problems.push(`${mine.length} ${kind} of ${name}, which is ${wish}`);
    }
  }
  return problems;
}

/** Returns deviations of a user's books from the user's actions and the machines' runs. */
export async function wrongBooks(renter: Customer, sightings: readonly Sighting[]): Promise<string[]> {
  const records = await recordsOf(renter.session);
  const lines = await usageOf(renter.session);
  const { body: balance } = await renter.session.get<Balance>('/me/balance');
  const problems = wrongSums(renter, records, fenOf(balance.balance));
  for (const machine of renter.machines.values()) {
    const { name, breaks, yuanPerHour } = machine;
    problems.push(...wrongRefund(records, machine));
    const runs = await runsOf(renter.session, name);
    // The API may omit earlier runs, so the charges cannot be checked.
    if (runs.length === mostRuns) continue;
    const own = lines.filter(({ workload }) => workload === name);
    const seen = sightings.filter(({ workload }) => workload === name);
    const found = [...overlapping(runs), ...wrongCharge(runs, own, yuanPerHour ?? '0')];
    found.push(...billedUnseen(runs, seen), ...seenUnbilled(runs, seen, breaks));
    problems.push(
      ...found.map((problem) => `${name} ${problem}; its runs: ${runs.map(spanText).join(', ')}`),
    );
  }
  return problems.map((problem) => `${renter.account.username}: ${problem}`);
}

function wrongSums(renter: Customer, records: readonly BillingRecord[], balance: bigint): string[] {
  const sum = (type: string) =>
    records.filter((record) => record.type === type).reduce((total, { amount }) => total + fenOf(amount), 0n);
  const paid = BigInt(renter.recharged) * 100n;
  const recharged = sum('RECHARGE');
  const problems = recharged === paid ? [] : [`recharged ${paid} fen, the books say ${recharged}`];
  const left = recharged - sum('DEDUCTION');
  return left === balance ? problems : [...problems, `${left} fen should be left, ${balance} are`];
}

/**
 * A canceled term is refunded exactly once with the agreed amount, whatever was killed meanwhile; in full if it was already over.
 */
function wrongRefund(records: readonly BillingRecord[], machine: Promised): string[] {
  const { name, wish, refund, yuanPerHour } = machine;
  const own = records.filter(({ workload }) => workload === name);
  const sum = (some: readonly BillingRecord[]) =>
    some.reduce((total, { amount }) => total + fenOf(amount), 0n);
  const given = -sum(own.filter(({ refundReason }) => refundReason !== null));
  const charged = sum(own.filter(({ refundReason }) => refundReason === null));
  const isOver = yuanPerHour === null && wish === 'gone' && refund === undefined;
  const agreed = isOver ? charged : fenOf(refund ?? '0.00');
  return given === agreed ? [] : [`${name} was to give back ${agreed} fen and gave ${given}`];
}

function overlapping(runs: readonly Run[]): string[] {
  return runs.flatMap(({ from }, index) => {
    const before = runs[index - 1];
    return before !== undefined && from < before.to - 1 ? [`ran twice at ${timeText(from)}`] : [];
  });
}

/**
 * All runs together are rounded once. The API has milliseconds, so each run may be a millisecond longer or shorter than
 * charged. An open run is charged up to its last line.
 */
function wrongCharge(runs: readonly Run[], lines: readonly UsageLine[], yuanPerHour: string): string[] {
  const elapsed = runs.reduce((total, run) => total + chargedTime(run, lines), 0);
  const charged = lines.reduce((total, { fen }) => total + fen, 0n);
  const [least, most] = [elapsed - runs.length, elapsed + runs.length].map((time) =>
    costOf(Math.max(time, 0), yuanPerHour),
  ) as [bigint, bigint];
  if (charged >= least && charged <= most) return [];
  return [`ran ${elapsed} ms at ${yuanPerHour} an hour and was charged ${charged} fen`];
}

function chargedTime({ from, to }: Run, lines: readonly UsageLine[]): number {
  if (to !== Infinity) return to - from;
  return Math.max(0, ...lines.filter((line) => line.from >= from).map((line) => line.to - from));
}

/** Returns runs billed for longer after the last sighting than a shutdown may take. Short runs may fall between samples. */
function billedUnseen(runs: readonly Run[], seen: readonly Sighting[]): string[] {
  if (seen.length === 0) return [];
  const last = Math.max(...seen.map(({ to }) => to));
  return runs
    .filter(({ from, to }) => to !== Infinity && to > Math.max(last, from) + shutdownMs + toleranceMs)
    .map(({ to }) => `is billed until ${timeText(to)}, seen until ${timeText(last)}`);
}

/**
 * Returns sightings outside every run in the books. An instance that was requested to stop is exempt while it may still
 * shut down, because customers do not pay for a late platform; its successor is not exempt.
 */
function seenUnbilled(runs: readonly Run[], seen: readonly Sighting[], breaks: readonly Span[]): string[] {
  const isShuttingDown = ({ instance, to: at }: Sighting) => {
    // Sightings are in chronological order.
    const since = seen.find((look) => look.instance === instance)?.from ?? at;
    return breaks.some(
      ({ from, to }) => since <= to + toleranceMs && at >= from && at <= to + shutdownMs + awayMs,
    );
  };
  const unpaid = seen.filter((look) => {
    if (look.isEnding || isShuttingDown(look)) return false;
    return !runs.some(({ from, to }) => look.to >= from - toleranceMs && look.from <= to + toleranceMs);
  });
  const [first] = unpaid;
  return first === undefined ? [] : [`ran unbilled at ${timeText(first.from)}, in ${unpaid.length} looks`];
}

function spanText({ from, to }: Run): string {
  return `${timeText(from)} to ${to === Infinity ? 'now' : timeText(to)}`;
}

function timeText(at: number): string {
  return new Date(at).toISOString().slice(11);
}
