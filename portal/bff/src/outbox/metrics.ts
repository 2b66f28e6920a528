import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { readingMetric } from '../database/metrics.ts';
import type { Database } from '../database/schema.ts';

/** Exports how much waits to be carried out in the cluster, and for how long. */
export function outboxMetrics(registry: Registry, database: Database): void {
  const waiting = async () => {
    const { rows } = await sql<{ rows: number; oldest: number }>`
      SELECT count(*)::int AS rows,
        COALESCE(EXTRACT(EPOCH FROM clock_timestamp() - min(created_at)), 0)::float AS oldest
      FROM outbox WHERE done_at IS NULL`.execute(database);
    return rows[0] ?? { rows: 0, oldest: 0 };
  };
  readingMetric(registry, {
    name: 'gpulease_outbox_rows',
    help: 'Changes that are waiting to be applied to the cluster',
    read: async () => (await waiting()).rows,
  });
  readingMetric(registry, {
    name: 'gpulease_outbox_oldest_seconds',
    help: 'For how many seconds the oldest of them has been waiting',
    read: async () => (await waiting()).oldest,
  });
}
