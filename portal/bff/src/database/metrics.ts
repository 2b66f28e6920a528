import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';

/** Exports the numbers of open and idle connections of a pool, and of requests that wait for one. */
export function poolMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'gpulease_database_connections',
    help: 'Connections to PostgreSQL by state; waiting counts requests without a connection, because the pool is too small or PostgreSQL is slow',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

export interface Reading {
  readonly name: string;
  readonly help: string;
  /** Called at every scrape. */
  readonly read: () => Promise<number>;
}

/** Exports a value from the database, NaN if it cannot be read, so that the other metrics are still served. */
export function readingMetric(registry: Registry, { name, help, read }: Reading): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read().catch(() => NaN));
    },
  });
}
