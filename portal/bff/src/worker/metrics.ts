import { Counter, Gauge, type Registry } from 'prom-client';
import type { Settlement } from '../metering/settlement.ts';

export type BillingMetrics = ReturnType<typeof createBillingMetrics>;

/** Creates the worker's metrics. Amounts are fen. */
export function createBillingMetrics(registry: Registry) {
  const registers = [registry];
  const counter = (metric: { name: string; help: string }) => new Counter({ ...metric, registers });
  const gauge = (metric: { name: string; help: string }) => new Gauge({ ...metric, registers });
  const charged = counter({
    name: 'gpulease_billing_charged_fen_total',
    help: 'Fen that settlements charged to wallets. Grows while machines run.',
  });
  const writtenOff = counter({
    name: 'gpulease_billing_written_off_fen_total',
    help: 'Fen written off because no hold and no balance covered them: machines ran longer than their owners could pay.',
  });
  const violations = gauge({
    name: 'gpulease_billing_invariant_violations',
    help: 'Rows of the books that break an invariant, by the checks at the start and every hour. Anything but 0 is a fault.',
  });
  const checked = gauge({
    name: 'gpulease_billing_last_check_timestamp_seconds',
    help: 'When the books were last checked; 0: not yet. Older than an hour: nobody knows whether they are in order.',
  });
  const foreign = gauge({
    name: 'gpulease_billing_foreign_cluster',
    help: '1 while billing is connected to another cluster than that of the orders; it then does nothing.',
  });
  const lost = gauge({
    name: 'gpulease_billing_lost_orders',
    help: 'Orders whose Workload is missing, where they are too many to be closed automatically.',
  });
  const swept = gauge({
    name: 'gpulease_billing_last_sweep_timestamp_seconds',
    help: 'When billing last looked at all that is due; 0: not yet. Older than a minute: billing does not work.',
  });
  const reviewed = gauge({
    name: 'gpulease_billing_last_review_timestamp_seconds',
    help: 'When billing last had looked at all wallets that were due; 0: not yet. Older than minutes: notices and automatic starts are late.',
  });
  return {
    reviewed: () => reviewed.setToCurrentTime(),
    swept: () => swept.setToCurrentTime(),
    settled(settlement: Settlement): void {
      if (settlement.charged > 0n) charged.inc(Number(settlement.charged));
      if (settlement.writtenOff > 0n) writtenOff.inc(Number(settlement.writtenOff));
    },
    /** Records a check of the books in which `count` rows violated invariants. */
    checked(count: number): void {
      violations.set(count);
      checked.setToCurrentTime();
    },
    foreignCluster: (isForeign: boolean) => foreign.set(isForeign ? 1 : 0),
    lostOrders: (count: number) => lost.set(count),
  };
}
