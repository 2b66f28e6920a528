/** Tests a backup by restoring it into an empty database, which is checked and emptied again. */
import { sql } from 'kysely';
import type pg from 'pg';
import { createDatabase, createPool, withClient } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import type { Database } from '../database/schema.ts';
import { checkObjects } from './check-objects.ts';
import type { TablePart } from './dump-database.ts';
import { loadDatabase } from './load-database.ts';
import type { Backup } from './manifest.ts';

type Proof = Awaited<ReturnType<typeof tryRestore>>;

/** Checks the invariants of the books and returns their number. Throws with the violated ones. */
type CheckBooks = (database: Database) => Promise<number>;

/** Restores and checks a backup. Throws an error that states the fault. */
export async function tryRestore(backup: Backup, scratchUrl: string, checkBooks: CheckBooks) {
  const objects = backup.manifest.cluster ? await checkObjects(backup) : 0;
  const proof = await withScratchDatabase(scratchUrl, () => restoreAndCheck(backup, scratchUrl, checkBooks));
  return { ...proof, objects };
}

/** Runs `work` on the empty database at this URL, and empties it again. Throws without changes if it is not empty. */
async function withScratchDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
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
    throw new Error('The scratch database cannot be emptied afterwards: use the role that owns it.');
  if (content !== null)
    throw new Error(
      `The scratch database is not empty: it has ${content}. Nothing was changed; use an empty database.`,
    );
}

async function restoreAndCheck(backup: Backup, ownerUrl: string, checkBooks: CheckBooks) {
  const startedAt = performance.now();
  await loadDatabase({ ownerUrl }, backup);
  const database = createDatabase(createPool(ownerUrl, 1, 0));
  try {
    const tables = backup.manifest.database?.tables ?? [];
    for (const table of tables) await checkRows(database, table);
    const migrations = await migrate({ ownerUrl });
    const invariants = await checkBooks(database);
    return {
      tables: tables.length,
      rows: tables.reduce((sum, { part }) => sum + part.rows, 0),
      /** Migrations of this version that the backup did not have. */
      migrations: migrations.length,
      invariants,
      /** Undefined if the ledger is empty. */
      newestEntry: await readNewestEntry(database),
      /** Time to restore and check the database. */
      seconds: (performance.now() - startedAt) / 1_000,
    };
  } finally {
    await database.destroy();
  }
}

async function checkRows(database: Database, { name, part }: TablePart): Promise<void> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM ${sql.id(name)}`.execute(database);
  const restored = Number(rows[0]?.count);
  if (restored !== part.rows)
    throw new Error(`Table ${name} has ${restored} rows after the restore instead of ${part.rows}.`);
}

async function readNewestEntry(database: Database): Promise<Date | undefined> {
  const newest = database.selectFrom('ledger_transaction').select('at').orderBy('at', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.at;
}

/** Returns a line per checked property. Pure. */
export function proofLines(proof: Proof): string[] {
  const lines: [string, string][] = [
    ['Tables restored', String(proof.tables)],
    ['Rows restored, matching the manifest', String(proof.rows)],
    ['Newer migrations applied', String(proof.migrations)],
    ['Invariants of the books that hold', String(proof.invariants)],
    ['Newest ledger entry', proof.newestEntry?.toISOString() ?? 'none'],
    ['Custom resources that match their schemas', String(proof.objects)],
    ['Seconds to restore and check the database', proof.seconds.toFixed(1)],
  ];
  return lines.map(([label, value]) => `${label.padEnd(42)} ${value.padStart(24)}`);
}
