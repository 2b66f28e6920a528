/** Heartbeats and completed tasks of the portal and billing, for operators. */
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Database, Row } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { keepDoing } from '../jobs/due-rows.ts';
import { OWN_VERSION } from './version.ts';

/** Interval between heartbeats. */
const NOTE_MS = 30_000;

type Program = Row<'running_program'>['program'];
type Task = Row<'last_done'>['task'];

export interface Running {
  readonly database: Database;
  readonly program: Program;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Records heartbeats of the program until the signal aborts, and then deletes its row. */
export async function keepNoting({ database, program, log, signal }: Running): Promise<void> {
  const instance = `${hostname()}-${process.pid}`;
  const failed = 'Could not record the heartbeat of this program, will retry';
  await keepDoing({ log, pauseMs: NOTE_MS, signal, failed }, () =>
    noteRunning(database, { program, instance, version: OWN_VERSION }),
  );
  await forget(database, program, instance).catch(() => undefined);
}

/** Records a heartbeat of a process. */
export async function noteRunning(
  database: Database,
  { program, instance, version }: Pick<Row<'running_program'>, 'program' | 'instance' | 'version'>,
): Promise<void> {
  await sql`
    INSERT INTO running_program (program, instance, version) VALUES (${program}, ${instance}, ${version})
    ON CONFLICT (program, instance) DO UPDATE SET version = excluded.version, seen_at = clock_timestamp()`.execute(
    database,
  );
}

async function forget(database: Database, program: Program, instance: string): Promise<void> {
  await database
    .deleteFrom('running_program')
    .where('program', '=', program)
    .where('instance', '=', instance)
    .execute();
}

/** Records that billing has completed a task. */
export async function noteDone(database: Database, task: Task, faults = 0): Promise<void> {
  await sql`
    INSERT INTO last_done (task, faults) VALUES (${task}, ${faults})
    ON CONFLICT (task) DO UPDATE SET done_at = clock_timestamp(), faults = excluded.faults`.execute(database);
}
