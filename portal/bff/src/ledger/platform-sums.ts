/** Sums of the whole platform, to which every posting adds a row so that none waits for another. */
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** For how long the overview can ask for hours. */
const HOURS_KEPT = '2 days';

/** Merges the rows of each sum into one. Any number of workers may merge at the same time. */
export async function mergeSums(database: Database): Promise<void> {
  await mergePlatformSums(database);
  await sql`
    WITH part AS MATERIALIZED (
      SELECT ctid AS row, count(*) OVER (PARTITION BY mode, day) AS parts FROM revenue_sum
    ),
    merged AS (
      DELETE FROM revenue_sum r USING part WHERE r.ctid = part.row AND parts > 1 RETURNING mode, day, amount
    )
    INSERT INTO revenue_sum (mode, day, amount) SELECT mode, day, sum(amount) FROM merged GROUP BY mode, day`.execute(
    database,
  );
}

/** Old hours become days. */
async function mergePlatformSums(database: Database): Promise<void> {
  await sql`
    WITH kept AS MATERIALIZED (
      SELECT date_trunc('day', billing_clock() - ${HOURS_KEPT}::interval, 'Asia/Shanghai') AS since
    ),
    part AS MATERIALIZED (
      SELECT p.ctid AS row, count(*) OVER (PARTITION BY measure, ${period}) AS parts, starts_at <> ${period} AS is_hour
      FROM platform_sum p, kept
    ),
    merged AS (
      DELETE FROM platform_sum p USING part WHERE p.ctid = part.row AND (parts > 1 OR is_hour)
      RETURNING measure, starts_at, amount
    )
    INSERT INTO platform_sum (measure, starts_at, amount)
    SELECT measure, ${period} AS start, sum(amount) FROM merged, kept GROUP BY measure, start`.execute(
    database,
  );
}

const period = sql`CASE WHEN starts_at < since AND starts_at > 'epoch'
  THEN date_trunc('day', starts_at, 'Asia/Shanghai') ELSE starts_at END`;
