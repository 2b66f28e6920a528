import pg from 'pg';

/** The statement that has the billing clock tell the true time. */
export const TELL_TRUE_TIME = 'DELETE FROM billing_clock_advance';

/** Has the clock tell the true time, whatever it was put to. */
export async function endAdvance(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(TELL_TRUE_TIME);
  await client.end();
}
