import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { ProcessSpec } from '../control-plane/child.ts';
import { isReachableByOthers, makeOpenFolder, postgresUser, sharedFolder, type OsUser } from './os-user.ts';
import { findPostgresPrograms, type PostgresPrograms } from './programs.ts';

const superuser = 'postgres';

/** PostgreSQL server on 127.0.0.1. */
export interface PostgresServer {
  /** Connection string of the superuser. */
  superuserUrl: string;
  process: ProcessSpec;
}

export interface PostgresOptions {
  /** Contains `postgres-password` and the data folder `postgres` (a link if the server's user cannot reach `home`). */
  home: string;
  port: number;
  /** False only in tests: a power loss may then lose writes. */
  durable: boolean;
}

/** Creates the data folder of a server in `home` if missing, and returns how to start the server. */
export async function preparePostgres({ home, port, durable }: PostgresOptions): Promise<PostgresServer> {
  const user = postgresUser();
  const programs = findPostgresPrograms(user);
  const password = keptPassword(home);
  const data = dataFolder(home, user);
  const place = { programs, data, user };
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(place, password);
  const superuserUrl = `postgresql://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  const isReady = () => answers(superuserUrl);
  return { superuserUrl, process: { ...serverProcess(place, port, durable), isReady } };
}

/** Removes the data that `preparePostgres` stored outside `home`. */
export function removePostgresData(home: string): void {
  rmSync(sharedFolder(home), { recursive: true, force: true });
}

function keptPassword(home: string): string {
  const path = join(home, 'postgres-password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

function dataFolder(home: string, user: OsUser | undefined): string {
  const inHome = join(home, 'postgres');
  if (!user || isReachableByOthers(home)) return inHome;
  const shared = join(sharedFolder(home), 'postgres');
  makeOpenFolder(dirname(shared));
  rmSync(inHome, { force: true });
  symlinkSync(shared, inHome);
  return shared;
}

interface Place {
  programs: PostgresPrograms;
  data: string;
  user: OsUser | undefined;
}

/** Initializes a temporary folder and renames it at the end, so that an interrupted start leaves no partial database. */
async function initialise({ programs, data, user }: Place, password: string): Promise<void> {
  const unfinished = `${data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  if (user) chownSync(unfinished, user.uid, user.gid);
  const passwordFile = join(unfinished, '..', `postgres-initdb-password`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    const access = [`--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const flags = [...access, '--encoding=UTF8', ...localeFlags(programs), '--no-instructions'];
    await promisify(execFile)(programs.initdb, [`--pgdata=${unfinished}`, ...flags], { ...user, cwd: '/' });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, data);
}

/** Sorts by code points. PostgreSQL provides this collation itself since 17. */
function localeFlags({ postgres }: PostgresPrograms): string[] {
  const [, major] = /(\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' })) ?? [];
  if (Number(major) < 17) return ['--locale=C.UTF-8'];
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
}

function serverProcess({ programs, data, user }: Place, port: number, durable: boolean): ProcessSpec {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '200',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  return {
    name: 'postgres',
    command: programs.postgres,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Fast shutdown: SIGTERM would wait until every client disconnects.
    stopSignal: 'SIGINT',
    restart: true,
    cwd: '/',
    ...(user ? { user } : {}),
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
