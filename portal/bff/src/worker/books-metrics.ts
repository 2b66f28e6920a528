import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { readingMetric } from '../database/metrics.ts';
import type { Database } from '../database/schema.ts';
import { isBehind, isOwing } from './settle-hours.ts';

/** Exports unsettled runs, payments that wait for an operator, and rejected orders. */
export function booksMetrics(registry: Registry, database: Database): void {
  readingMetric(registry, {
    name: 'gpulease_billing_unsettled_runs',
    help: 'Runs that have ended or passed a full hour but are not charged yet. If above 0 for long, billing is behind',
    read: async () => {
      const { rows } = await sql<{ runs: number }>`
        SELECT count(*)::int AS runs FROM usage_segment s WHERE ${isBehind} OR ${isOwing}`.execute(database);
      return rows[0]?.runs ?? 0;
    },
  });
  readingMetric(registry, {
    name: 'gpulease_payments_waiting',
    help: 'Items waiting for an operator: payments with a different amount than requested, refunds that the provider has not paid, and requests for the approval of a second operator',
    read: async () => {
      const { rows } = await sql<{ payments: number }>`
        SELECT (SELECT count(*) FROM recharge r WHERE status = 'QUARANTINED'
            AND NOT EXISTS (SELECT FROM refund f WHERE f.recharge_id = r.id AND f.status = 'PENDING'))::int
          + (SELECT count(*) FROM refund WHERE status = 'PENDING' AND note IS NOT NULL)::int
          + (SELECT count(*) FROM approval WHERE status = 'PENDING' AND expires_at > billing_clock())::int AS payments`.execute(
        database,
      );
      return rows[0]?.payments ?? 0;
    },
  });
  new Gauge({
    name: 'gpulease_orders_rejected',
    help: 'Orders rejected within the last hour, by reason',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ reason: string; orders: number }>`
        SELECT COALESCE(rejection, '') AS reason, count(*)::int AS orders FROM workload_order
        WHERE state = 'REJECTED' AND closed_at > (SELECT billing_clock() - interval '1 hour')
        GROUP BY 1`
        .execute(database)
        .catch(() => ({ rows: [] }));
      this.reset();
      for (const { reason, orders } of rows) this.set({ reason }, orders);
    },
  });
}
