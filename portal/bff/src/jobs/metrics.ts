import { jobNames, type JobName } from '@gpulease/contract/enums';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/schema.ts';

interface Counted {
  readonly name: JobName;
  readonly waiting: number;
  readonly failing: number;
  readonly givenUp: number;
  /** For how many seconds the oldest job has been waiting. */
  readonly longest: number;
}

/** Exports the numbers of waiting and failing jobs by name, and how overdue they are; nothing while they cannot be read. */
export function jobMetrics(registry: Registry, database: Database): void {
  let reading: Promise<readonly Counted[]> | undefined;
  /** Both metrics of a scrape share one read. */
  const read = () =>
    (reading ??= countJobs(database)
      .catch(() => [])
      .finally(() => (reading = undefined)));
  new Gauge({
    name: 'gpulease_jobs',
    help: 'Background jobs by name and state; FAILING: the last attempt failed; GIVEN_UP: no more attempts',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, waiting, failing, givenUp } of await read()) {
        this.set({ name, state: 'WAITING' }, waiting);
        this.set({ name, state: 'FAILING' }, failing);
        this.set({ name, state: 'GIVEN_UP' }, givenUp);
      }
    },
  });
  new Gauge({
    name: 'gpulease_jobs_oldest_seconds',
    help: 'Seconds since the oldest background job became due, by name',
    labelNames: ['name'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, longest } of await read()) this.set({ name }, longest);
    },
  });
}

/** Counts jobs by name, including names without jobs: an alert cannot compare a missing series. */
export async function countJobs(database: Database): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT name, count(id) FILTER (WHERE last_error IS NULL)::int AS waiting,
      count(id) FILTER (WHERE last_error IS NOT NULL AND next_attempt_at IS NOT NULL)::int AS failing,
      count(id) FILTER (WHERE next_attempt_at IS NULL)::int AS "givenUp",
      GREATEST(COALESCE(EXTRACT(EPOCH FROM max(waiting)), 0), 0)::float AS longest
    FROM unnest(${jobNames}::text[]) AS name LEFT JOIN job USING (name) GROUP BY name`.execute(database);
  return rows;
}
