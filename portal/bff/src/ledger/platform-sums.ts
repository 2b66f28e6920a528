/** Sums of the whole platform. Every posting adds a row, so that postings do not contend. */
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** How long hourly rows are retained for the overview. */
const HOURS_KEPT = '2 days';

/** Merges the rows of each sum into one. Several workers may merge concurrently. */
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

/** Also merges old hours into days. */
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
