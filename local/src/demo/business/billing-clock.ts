import { DAY_MS } from '@gpulease/contract/durations';
import { createDatabase, createPool } from '@gpulease/bff/database/database';
import { settleHours } from '@gpulease/bff/worker/settle-hours';

/** Returns the controls of the billing clock; they require the database owner's rights. `startedAt` is today. */
export function billingClockOf(ownerUrl: string, startedAt = new Date()) {
  const pool = createPool(ownerUrl, 2);
  const database = createDatabase(pool);
  const tellTrueTime = async () => {
    await pool.query('DELETE FROM billing_clock_advance');
  };
  return {
    /** Resets the billing clock to the real time. */
    tellTrueTime,
    /** Sets the billing clock `days` behind the real time and charges what is due. The clock never moves back. */
    async putBehind(days: number): Promise<void> {
      const ahead = startedAt.getTime() - days * DAY_MS - Date.now();
      await pool.query(
        `INSERT INTO billing_clock_advance (ahead) VALUES ($1::float8 * interval '1 millisecond')
         ON CONFLICT (only_row) DO UPDATE SET ahead = excluded.ahead`,
        [ahead],
      );
      // The worker settles every 15 seconds, in which weeks pass here.
      await settleHours(database, { settled: () => undefined });
    },
    /** Resets the clock to the real time and closes the connections. */
    async end(): Promise<void> {
      await tellTrueTime();
      await pool.end();
    },
  };
}
