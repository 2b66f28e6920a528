import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';

/** Exports how many connections of a pool there are, are idle, and are waited for. */
export function poolMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'gpulease_database_connections',
    help: 'Connections to PostgreSQL by state; waiting: requests that wait for one, as the pool is too small or PostgreSQL slow',
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
  /** Asked at every scrape. */
  readonly read: () => Promise<number>;
}

/** Exports values from the database. If one cannot be read, it is NaN and the other metrics are still served. */
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
