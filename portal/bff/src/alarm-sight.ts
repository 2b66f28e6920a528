/** Gathers what alarms are decided by, from what the portal watches and keeps. */
import type { PlatformCheck } from '@gpulease/contract/platform';
import type { Workload } from '@gpulease/crds';
import type { Sight } from './alarms/observe.ts';
import { countOpenReports } from './gpu-reports/list.ts';
import { objectsOf } from './overview.ts';
import { failedChecksOf, lackingNodes, notReadyOf, troubledNodes } from './overview-facts.ts';
import { countOpenPayments } from './payments/open-payments.ts';
import type { WorkloadReader } from './workloads/lists.ts';
import { isWaiting } from './workloads/queue.ts';
import { statusOf } from './workloads/state.ts';

/** Reads once. Rejects when the database is away. */
export async function lookAround(
  { database, workloads, catalogue }: WorkloadReader,
  readChecks: () => Promise<PlatformCheck[]>,
): Promise<Sight> {
  const live = workloads.store.list();
  const waitingSince = live.filter(isWaiting).map(sinceOf);
  const [openPayments, gpuReports, checks] = await Promise.all([
    countOpenPayments(database),
    countOpenReports(database),
    readChecks(),
  ]);
  const nodes = catalogue.nodes.store.list();
  return {
    nodes: troubledNodes(nodes),
    lacking: lackingNodes(nodes),
    failedChecks: failedChecksOf(nodes),
    notReady: notReadyOf(objectsOf(catalogue)),
    failed: live.filter((workload) => statusOf(workload) === 'FAILED').length,
    queue: { total: waitingSince.length, oldest: waitingSince.sort()[0] },
    openPayments,
    gpuReports,
    checks,
  };
}

function sinceOf({ metadata, status }: Workload): string {
  return status?.lastTransition?.at ?? metadata.creationTimestamp ?? '';
}
