/** An empty database that a backup is restored into for a while. */
import pg from 'pg';

/** Runs `work` on the database of this address, and empties it again. Throws, and changes nothing, where it is not empty. */
export async function withScratchDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  await withClient(url, refuseUnfit);
  try {
    return await work();
  } finally {
    await withClient(url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOwner: boolean; content: string | null }>(`
    SELECT pg_has_role(nspowner, 'USAGE') AS "isOwner",
      (SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
       WHERE refclassid = 'pg_namespace'::regclass AND refobjid = n.oid ORDER BY classid, objid LIMIT 1) AS content
    FROM pg_namespace n WHERE nspname = 'public'`);
  const { isOwner = false, content = null } = rows[0] ?? {};
  if (!isOwner)
    throw new Error('The scratch database cannot be emptied afterwards: its owner has to restore into it.');
  if (content !== null)
    throw new Error(
      `The scratch database is not empty: it has ${content}. Nothing was changed; create an empty one for this.`,
    );
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
