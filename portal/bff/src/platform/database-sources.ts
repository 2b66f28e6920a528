/** Platform checks that read the database. */
import { sql } from 'kysely';
import { readLastBackup, readLastRestoreTest } from '../backup/record.ts';
import { migrationNames } from '../database/migrator.ts';
import type { Database, Row } from '../database/schema.ts';
import { countJobs } from '../jobs/metrics.ts';
import {
  judgeBackup,
  judgeBooks,
  judgeConnections,
  judgeJobs,
  judgeRestoreTest,
  judgeSchema,
  judgeSweep,
  judgeVersion,
  judgeVersions,
  type Done,
} from './judge.ts';
import type { Findings, Source } from './sources.ts';
import { OWN_VERSION } from './version.ts';

/** A program without a heartbeat for this long is not running. */
const SEEN_SECONDS = 90;

export interface BackupLimits {
  /** Maximum age of the last backup; undefined if no backup is set up. */
  readonly backupMaxAgeHours?: number | undefined;
  /** The same for the last restore test. */
  readonly restoreTestMaxAgeHours?: number | undefined;
}

export function databaseSources(database: Database, limits: BackupLimits): Source[] {
  return [
    from(['PORTAL', 'WORKER'], () => readPrograms(database)),
    from(['SWEEP', 'BOOKS'], () => readTasks(database)),
    from(['JOBS'], () => readJobs(database)),
    from(['BACKUP', 'RESTORE_TEST'], async () => ({
      BACKUP: judgeBackup(await readLastBackup(database), limits.backupMaxAgeHours),
      RESTORE_TEST: judgeRestoreTest(await readLastRestoreTest(database), limits.restoreTestMaxAgeHours),
    })),
    from(['POSTGRESQL', 'CONNECTIONS'], () => readServer(database)),
    from(['SCHEMA'], () => readSchema(database)),
  ];
}

function from(names: Source['names'], read: Source['read']): Source {
  return { names, of: 'DATABASE', read };
}

async function readPrograms(database: Database): Promise<Findings> {
  const { rows } = await sql<Pick<Row<'running_program'>, 'program' | 'version'>>`
    SELECT program, version FROM running_program
    WHERE seen_at > clock_timestamp() - make_interval(secs => ${SEEN_SECONDS})`.execute(database);
  const versionsOf = (wanted: string) =>
    rows.filter(({ program }) => program === wanted).map(({ version }) => version);
  return {
    PORTAL: judgeVersions(versionsOf('PORTAL'), OWN_VERSION),
    WORKER: judgeVersions(versionsOf('WORKER'), OWN_VERSION),
  };
}

async function readTasks(database: Database): Promise<Findings> {
  const { rows } = await sql<Done & Pick<Row<'last_done'>, 'task'>>`
    SELECT task, faults, done_at AS at,
      (EXTRACT(EPOCH FROM clock_timestamp() - done_at) * 1000)::float AS "agoMs" FROM last_done`.execute(
    database,
  );
  const lastOf = (wanted: string) => rows.find(({ task }) => task === wanted);
  return { SWEEP: judgeSweep(lastOf('SWEEP')), BOOKS: judgeBooks(lastOf('CHECK_BOOKS')) };
}

/** The jobs that the alert on late jobs counts. */
const isUrgent = /_WORKLOAD$|^APPLY_TENANT$/;

async function readJobs(database: Database): Promise<Findings> {
  const jobs = await countJobs(database);
  const sumOf = (count: 'waiting' | 'failing' | 'givenUp') => jobs.reduce((sum, job) => sum + job[count], 0);
  const longest = Math.max(0, ...jobs.filter(({ name }) => isUrgent.test(name)).map((job) => job.longest));
  const [waiting, failing, givenUp] = [sumOf('waiting'), sumOf('failing'), sumOf('givenUp')];
  return { JOBS: judgeJobs({ waiting, failing, givenUp, longest }) };
}

/** PostgreSQL hides the type of other roles' sessions; sessions without a database are its own. */
async function readServer(database: Database): Promise<Findings> {
  const { rows } = await sql<{ version: string; used: number; usable: number }>`
    SELECT current_setting('server_version') AS version,
      (SELECT count(*) FROM pg_stat_activity
        WHERE datid IS NOT NULL AND COALESCE(backend_type, 'client backend') = 'client backend')::int AS used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS usable`.execute(
    database,
  );
  const { version = '', used = 0, usable = 0 } = rows[0] ?? {};
  return { POSTGRESQL: judgeVersion(version, 'POSTGRESQL'), CONNECTIONS: judgeConnections({ used, usable }) };
}

async function readSchema(database: Database): Promise<Findings> {
  const { rows } = await sql<{ newest: string | null }>`SELECT max(name) AS newest FROM migration`.execute(
    database,
  );
  const known = (await migrationNames()).at(-1) ?? '';
  return { SCHEMA: judgeSchema(rows[0]?.newest ?? '', known) };
}
