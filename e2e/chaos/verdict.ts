import type { Balance } from '@gpulease/contract/me';
import type { Workload } from '@gpulease/contract/workloads';
import { kubectlGet } from '../support/kubectl.ts';
import { costOf, fenOf, recordsOf, usageOf, type UsageLine } from './money.ts';
import type { Sighting } from './observer.ts';
import type { Promised, Renter, Span } from './renter.ts';

/** After a stop was asked for, a machine may be billed this long until it is gone. */
const shutdownMs = 30_000;
/** Between what is written down and what could be seen from outside. */
const toleranceMs = 2_000;

const leftovers = [
  'virtualmachines.kubevirt.io',
  'virtualmachineinstances.kubevirt.io',
  'datavolumes.cdi.kubevirt.io',
  'services',
  'workloads.gpulease.dev',
];

/** What is not as it was acknowledged: empty once everything has come about. */
export async function brokenPromises(renter: Renter): Promise<string[]> {
  const problems: string[] = [];
  for (const machine of renter.machines.values()) {
    const { status, body } = await renter.session.get<Workload>(`/workloads/${machine.name}`);
    // An order that was cancelled before it was in the cluster has never been a machine.
    if (status === 404 && machine.wish === 'gone') continue;
    const problem = wrongStatus(machine, body);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function wrongStatus(machine: Promised, { status, reason, message }: Workload): string | undefined {
  if (machine.wish === 'unclear') return undefined;
  const expected = { on: ['RUNNING', 'PENDING'], off: ['STOPPED'], gone: ['DESTROYED'] }[machine.wish];
  if (expected.includes(status)) return undefined;
  return `${machine.user}/${machine.name} was to be ${machine.wish} and is ${status} (${reason}: ${message})`;
}

/** What is left in the cluster of machines that are gone, and machines that are there twice. */
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

/** Whether a user's books say what the user did and what the machines ran. */
export async function wrongBooks(renter: Renter, sightings: readonly Sighting[]): Promise<string[]> {
  const records = await recordsOf(renter.session);
  const lines = await usageOf(renter.session);
  const { body: balance } = await renter.session.get<Balance>('/me/balance');
  const problems = wrongSums(renter, records, fenOf(balance.balance));
  for (const { name, breaks, yuanPerHour } of renter.machines.values()) {
    const own = lines.filter(({ workload }) => workload === name).toSorted((a, b) => a.from - b.from);
    const seen = sightings.filter(({ workload }) => workload === name);
    problems.push(...overlapping(own), ...wrongCharge(name, own, yuanPerHour));
    problems.push(...billedUnseen(own, seen), ...seenUnbilled(own, seen, breaks));
  }
  return problems.map((problem) => `${renter.account.username}: ${problem}`);
}

function wrongSums(
  renter: Renter,
  records: readonly { type: string; amount: string }[],
  balance: bigint,
): string[] {
  const sum = (type: string) =>
    records.filter((record) => record.type === type).reduce((total, { amount }) => total + fenOf(amount), 0n);
  const paid = BigInt(renter.recharged) * 100n;
  const recharged = sum('RECHARGE');
  const problems = recharged === paid ? [] : [`recharged ${paid} fen, the books say ${recharged}`];
  const left = recharged - sum('DEDUCTION');
  return left === balance ? problems : [...problems, `${left} fen should be left, ${balance} are`];
}

function overlapping(lines: readonly UsageLine[]): string[] {
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && line.from < before.to - 1
      ? [`lines of ${line.workload} overlap at ${new Date(line.from).toISOString()}`]
      : [];
  });
}

/** The API tells milliseconds, so each line may be a millisecond longer or shorter than it is charged for. */
function wrongCharge(name: string, lines: readonly UsageLine[], yuanPerHour: string): string[] {
  if (lines.length === 0) return [];
  const elapsed = lines.reduce((total, { from, to }) => total + to - from, 0);
  const charged = lines.reduce((total, { fen }) => total + fen, 0n);
  const [least, most] = [elapsed - lines.length, elapsed + lines.length].map((time) =>
    costOf(Math.max(time, 0), yuanPerHour),
  ) as [bigint, bigint];
  if (charged >= least && charged <= most) return [];
  return [`${name} ran ${elapsed} ms at ${yuanPerHour} an hour and was charged ${charged} fen`];
}

/** No line lies where the machine was not seen, before it ran or longer after it than a shutdown may take. */
function billedUnseen(lines: readonly UsageLine[], seen: readonly Sighting[]): string[] {
  const last = Math.max(...seen.map(({ at }) => at));
  return lines.flatMap(({ workload, to }) =>
    seen.length > 0 && to > last + shutdownMs + toleranceMs && to < Date.now() - shutdownMs
      ? [
          `${workload} is billed until ${new Date(to).toISOString()}, seen until ${new Date(last).toISOString()}`,
        ]
      : [],
  );
}

/**
 * Nothing runs unpaid: whenever it was seen to run, a line says so. What is not settled yet is left out, and the time
 * in which it was asked to stop, for KubeVirt may have been away then.
 */
function seenUnbilled(
  lines: readonly UsageLine[],
  seen: readonly Sighting[],
  breaks: readonly Span[],
): string[] {
  const settledUntil = Math.max(0, ...lines.map(({ to }) => to));
  const isShuttingDown = (at: number) =>
    breaks.some(({ from, to }) => at >= from && at <= to + 2 * shutdownMs);
  const unpaid = seen.filter(({ at, isEnding }) => {
    if (isEnding || at > settledUntil || isShuttingDown(at)) return false;
    return !lines.some(({ from, to }) => at >= from - toleranceMs && at <= to + toleranceMs);
  });
  const [first] = unpaid;
  if (first === undefined) return [];
  return [`${first.workload} ran unbilled at ${new Date(first.at).toISOString()}, in ${unpaid.length} looks`];
}
