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
    help: 'Fen charged to wallets by settlements. Grows while machines run.',
  });
  const writtenOff = counter({
    name: 'gpulease_billing_written_off_fen_total',
    help: 'Fen written off because neither a hold nor the balance covered them: machines ran longer than their owners could pay.',
  });
  const violations = gauge({
    name: 'gpulease_billing_invariant_violations',
    help: 'Rows of the books that violate an invariant, as of the last check (at startup and every hour). Anything but 0 is an error.',
  });
  const checked = gauge({
    name: 'gpulease_billing_last_check_timestamp_seconds',
    help: 'Unix time of the last check of the books; 0 if there is none. If older than an hour, the state of the books is unknown.',
  });
  const foreign = gauge({
    name: 'gpulease_billing_foreign_cluster',
    help: '1 if billing is connected to a different cluster than that of the orders, and therefore idle; otherwise 0.',
  });
  const lost = gauge({
    name: 'gpulease_billing_lost_orders',
    help: 'Orders whose Workload is missing, if there are too many to close them automatically.',
  });
  const swept = gauge({
    name: 'gpulease_billing_last_sweep_timestamp_seconds',
    help: 'Unix time of the last completed billing sweep; 0 if there is none. If older than a minute, billing is not working.',
  });
  const reviewed = gauge({
    name: 'gpulease_billing_last_review_timestamp_seconds',
    help: 'Unix time at which billing last finished reviewing all due wallets; 0 if never. If older than a few minutes, notices and automatic starts are late.',
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
