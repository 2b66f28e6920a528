/** Gathers the facts that alarms are decided on, from the watches and the database. */
import type { PlatformCheck } from '@gpulease/contract/platform';
import type { Workload } from '@gpulease/crds';
import type { PlatformState } from './alarms/observe.ts';
import { countOpenReports } from './gpu-reports/list.ts';
import { failedChecksOf, lackingNodes, notReadyOf, troubledNodes } from './overview-facts.ts';
import { countOpenPayments } from './payments/open-payments.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { waitsForOperators } from './workloads/queue.ts';
import { statusOf } from './workloads/state.ts';

/** Reads once. Rejects when the database is unavailable. */
export async function readPlatformState(
  reader: WorkloadReader,
  readChecks: () => Promise<PlatformCheck[]>,
): Promise<PlatformState> {
  const [sight, checks] = await Promise.all([readStateWithoutChecks(reader), readChecks()]);
  return { ...sight, checks };
}

/** Gathers everything except the platform checks, which query the cluster. */
export async function readStateWithoutChecks({
  database,
  workloads,
  catalogue,
}: WorkloadReader): Promise<Omit<PlatformState, 'checks'>> {
  const live = workloads.store.list();
  const waitingSince = live.filter(waitsForOperators).map(sinceOf);
  const open = [countOpenPayments(database), countOpenReports(database)] as const;
  const [openPayments, gpuReports] = await Promise.all(open);
  const nodes = catalogue.nodes.store.list();
  return {
    nodes: troubledNodes(nodes),
    lacking: lackingNodes(nodes),
    failedChecks: failedChecksOf(nodes),
    notReady: notReadyOf(catalogue),
    failed: live.filter((workload) => statusOf(workload) === 'FAILED').length,
    queue: { total: waitingSince.length, oldest: waitingSince.sort()[0] },
    openPayments,
    gpuReports,
  };
}

function sinceOf({ metadata, status }: Workload): string {
  return status?.lastTransition?.at ?? metadata.creationTimestamp ?? '';
}
