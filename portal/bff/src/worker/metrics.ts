import { Counter, Gauge, type Registry } from 'prom-client';
import type { Settlement } from '../metering/settlement.ts';

export interface BillingMetrics {
  settled(settlement: Settlement): void;
  /** How many rows break the invariants. */
  violations(count: number): void;
}

/** The worker's metrics; amounts are fen. */
export function createBillingMetrics(registry: Registry): BillingMetrics {
  const registers = [registry];
  const charged = new Counter({
    name: 'gpulease_billing_charged_fen_total',
    help: 'Fen that settlements took from wallets.',
    registers,
  });
  const writtenOff = new Counter({
    name: 'gpulease_billing_written_off_fen_total',
    help: 'Fen that no hold and no balance could pay.',
    registers,
  });
  const violations = new Gauge({
    name: 'gpulease_billing_invariant_violations',
    help: 'Rows of the books that break an invariant.',
    registers,
  });
  return {
    settled(settlement) {
      if (settlement.charged > 0n) charged.inc(Number(settlement.charged));
      if (settlement.writtenOff > 0n) writtenOff.inc(Number(settlement.writtenOff));
    },
    violations: (count) => violations.set(count),
  };
}
