/** Assembles the part of the portal that rents out machines: catalogue, workloads and payments. */
import { tenantOf, workloads as definition, type Workload } from '@gpulease/crds';
import { startInformer, type Cluster, type Informer } from '@gpulease/kube';
import type { Pool } from 'pg';
import { meteringHandlers } from './metering/handlers.ts';
import { adminPaymentHandlers } from './payments/admin-handlers.ts';
import type { PaymentParts } from './payments/create-payments.ts';
import { paymentHandlers, sandboxPaymentHandlers } from './payments/handlers.ts';
import { startCatalogue, stopCatalogue } from './catalogue/catalogue.ts';
import { clusterIsCurrent, onceSynced } from './catalogue/cluster-readiness.ts';
import { clusterNodeHandlers } from './catalogue/cluster-nodes.ts';
import { editingHandlers } from './catalogue/editing/handlers.ts';
import { catalogueHandlers } from './catalogue/handlers.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/schema.ts';
import { destroyHandler, DESTROY_TOPIC } from './dunning/destroy.ts';
import { stopHandler, STOP_TOPIC } from './dunning/stop-machines.ts';
import type { Logger } from './http/logger.ts';
import { gpuReportHandlers } from './gpu-reports/handlers.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { noticeHandlers } from './notices/handlers.ts';
import { overviewHandlers } from './overview.ts';
import { stockHandlers } from './stock/handlers.ts';
import { Consoles } from './workloads/console/consoles.ts';
import { consoleHandlers, statusOfTarget } from './workloads/console/handlers.ts';
import { quotaHandlers } from './workloads/quotas/handlers.ts';
import { fleetMachineHandlers } from './workloads/fleet-machines.ts';
import { workloadHandlers } from './workloads/handlers.ts';
import { startLive } from './workloads/live.ts';
import { createFleetGauges } from './workloads/metrics/fleet-gauges.ts';
import { fleetHandlers, createFleetHistory } from './workloads/metrics/fleet-metrics.ts';
import { createFleetUse } from './workloads/metrics/fleet-use.ts';
import { MachineGauges } from './workloads/metrics/machine-gauges.ts';
import { createMachineMetrics } from './workloads/metrics/machine-metrics.ts';
import { createPartMetrics } from './workloads/metrics/part-metrics.ts';
import { createMetricsSource } from './workloads/metrics/source.ts';
import { DEFAULT_STARTS_PER_HOUR } from './settings/shared.ts';
import { orderOutboxHandlers } from './orders/outbox-handlers.ts';
import type { OutboxHandler } from './jobs/runner.ts';
import { tenantHandler } from './tenants/apply-tenant.ts';
import { tenantUsername } from './tenants/usernames.ts';
import { TENANT_TOPIC } from './tenants/requests.ts';
import { maintenanceAhead } from './workloads/maintenance-ahead.ts';
import { workloadIndexers } from './workloads/sources.ts';

/** The settings of the same names; absent ones have their defaults. */
type RentalSettings = Partial<
  Pick<Config, 'defaultQuota' | 'startsPerHour' | 'secondOperatorAbove' | 'creditsReports' | 'metricsUrl'>
>;

export interface RentalOptions extends RentalSettings {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly pool: Pool;
  readonly payments: PaymentParts;
  readonly clock: Clock;
  /** Aborted when the server stops; ends all consoles. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
}

/** Starts watching the cluster. Until the caches are synced, requests that need them get SERVER_ERROR. */
export function startRental(options: RentalOptions) {
  const { cluster, database, pool, payments, clock, stopping, log } = options;
  const { defaultQuota = {}, startsPerHour = DEFAULT_STARTS_PER_HOUR, secondOperatorAbove } = options;
  const { creditsReports = false } = options;
  const { fleet, partMetrics, fleetUse, ...measures } = measuresOf(options);
  const catalogue = startCatalogue(cluster, log);
  const workloads = startInformer<Workload>(cluster, definition, { indexers: workloadIndexers, logger: log });
  const reader = { database, workloads, catalogue };
  const copies = [...Object.values<Informer<unknown>>({ ...catalogue }), workloads];
  const live = startLive({ ...reader, pool, log });
  const consoles = new Consoles({
    ...{ cluster, database, clock, stopping, log },
    statusOf: (target) => statusOfTarget(reader, target),
  });
  const { providers, payers } = payments;
  const ownerName = (workload: Workload) => tenantUsername(catalogue, tenantOf(workload) ?? '');
  const outboxHandlers: Readonly<Record<string, OutboxHandler>> = {
    ...orderOutboxHandlers(cluster, log),
    [TENANT_TOPIC]: tenantHandler(cluster, defaultQuota),
    [DESTROY_TOPIC]: destroyHandler(cluster),
    [STOP_TOPIC]: stopHandler(cluster),
  };
  return {
    hearsChanges: () => live.isListening(),
    ready: () => clusterIsCurrent(copies),
    reader,
    handlers: {
      ...onceSynced(
        {
          ...catalogueHandlers(catalogue),
          ...editingHandlers({ cluster, catalogue, workloads, clock, ownerName }),
          ...clusterNodeHandlers(cluster, catalogue, (userId) => tenantUsername(catalogue, userId)),
          ...workloadHandlers({ ...reader, cluster, clock, ...measures, defaultQuota, startsPerHour }),
          ...quotaHandlers({ ...reader, cluster, defaultQuota, startsPerHour }),
          ...consoleHandlers({ ...reader, consoles, clock }),
          ...stockHandlers({ database, catalogue }),
          ...gpuReportHandlers({ ...reader, cluster, clock }, { creditsReports, secondOperatorAbove }),
          ...overviewHandlers({ ...reader, clock }),
          ...fleetHandlers({ catalogue, fleet, partMetrics }),
          ...fleetMachineHandlers({ ...reader, ...measures, fleetUse }),
        },
        copies,
      ),
      ...noticeHandlers(database, (userId) => maintenanceAhead(workloads, userId, clock.now())),
      ...jobHandlers(database),
      ...meteringHandlers(database),
      ...paymentHandlers(database, providers),
      ...adminPaymentHandlers({ database, providers, secondOperatorAbove }),
      ...sandboxPaymentHandlers(database, providers, payers),
      ...live.handlers,
    },
    outboxHandlers,
    async stop() {
      await Promise.all([live.stop(), stopCatalogue(catalogue), workloads.stop()]);
    },
  };
}

/** Returns undefined measures without a metrics source. */
function measuresOf({ metricsUrl, clock, log }: RentalOptions) {
  if (metricsUrl === undefined) {
    const none = { metrics: undefined, gauges: undefined, fleetGauges: undefined };
    return { ...none, fleet: undefined, partMetrics: undefined, fleetUse: undefined };
  }
  const parts = { source: createMetricsSource(metricsUrl), clock, log };
  return {
    metrics: createMachineMetrics(parts),
    gauges: new MachineGauges(parts),
    fleetGauges: createFleetGauges(parts),
    fleet: createFleetHistory(parts),
    partMetrics: createPartMetrics(parts),
    fleetUse: createFleetUse(parts),
  };
}
