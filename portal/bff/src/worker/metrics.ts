import { Counter, Gauge, type Registry } from 'prom-client';
import type { Settlement } from '../metering/settlement.ts';

export interface BillingMetrics {
  settled(settlement: Settlement): void;
  /** The books were checked, and so many rows break the invariants. */
  checked(violations: number): void;
  /** Whether the cluster is not the one with the orders. */
  foreignCluster(isForeign: boolean): void;
  /** Orders whose Workload is missing and that are too many to be closed automatically. */
  lostOrders(count: number): void;
  /** All that is due was looked at. */
  swept(): void;
  /** All wallets that were due were reviewed. */
  reviewed(): void;
}

/** The worker's metrics; amounts are fen. */
export function createBillingMetrics(registry: Registry): BillingMetrics {
  const registers = [registry];
  const charged = new Counter({
    name: 'gpulease_billing_charged_fen_total',
    help: 'Fen that settlements charged to wallets. Grows while machines run.',
    registers,
  });
  const writtenOff = new Counter({
    name: 'gpulease_billing_written_off_fen_total',
    help: 'Fen written off because no hold and no balance covered them: machines ran longer than their owners could pay.',
    registers,
  });
  const violations = new Gauge({
    name: 'gpulease_billing_invariant_violations',
    help: 'Rows of the books that break an invariant, by the checks at the start and every hour. Anything but 0 is a fault.',
    registers,
  });
  const checked = new Gauge({
    name: 'gpulease_billing_last_check_timestamp_seconds',
    help: 'When the books were last checked; 0: not yet. Older than an hour: nobody knows whether they are in order.',
    registers,
  });
  const foreign = new Gauge({
    name: 'gpulease_billing_foreign_cluster',
    help: '1 while billing is connected to another cluster than that of the orders; it then does nothing.',
    registers,
  });
  const lost = new Gauge({
    name: 'gpulease_billing_lost_orders',
    help: 'Orders whose Workload is missing, where they are too many to be closed automatically.',
    registers,
  });
  const swept = new Gauge({
    name: 'gpulease_billing_last_sweep_timestamp_seconds',
    help: 'When billing last looked at all that is due; 0: not yet. Older than a minute: billing does not work.',
    registers,
  });
  const reviewed = new Gauge({
    name: 'gpulease_billing_last_review_timestamp_seconds',
    help: 'When billing last had looked at all wallets that were due; 0: not yet. Older than minutes: notices and automatic starts are late.',
    registers,
  });
  return {
    reviewed: () => reviewed.setToCurrentTime(),
    swept: () => swept.setToCurrentTime(),
    settled(settlement) {
      if (settlement.charged > 0n) charged.inc(Number(settlement.charged));
      if (settlement.writtenOff > 0n) writtenOff.inc(Number(settlement.writtenOff));
    },
    checked(count) {
      violations.set(count);
      checked.setToCurrentTime();
    },
    foreignCluster: (isForeign) => foreign.set(isForeign ? 1 : 0),
    lostOrders: (count) => lost.set(count),
  };
}
