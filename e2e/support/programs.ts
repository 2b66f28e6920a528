import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { demoHome, type Account } from './demo.ts';

const repository = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Creates `count` users with the portal's own seeding program. */
export async function makeUsers(count: number): Promise<Account[]> {
  const users = Array.from({ length: count }, (_, index) => ({
    username: `chaos-${index}`,
    password: `Gpu1-chaos-${index}`,
    phone: `139001390${String(index).padStart(2, '0')}`,
  }));
  const seeding = run(process.execPath, [program('seed.ts')], await onDatabase());
  seeding.child.stdin?.end(JSON.stringify({ users, inviteCodes: 0 }));
  await seeding;
  return users.map(({ username, password }) => ({ username, password }));
}

/** Returns the problems of the books that `worker.ts --check` finds. */
export async function checkBooks(): Promise<string[]> {
  try {
    await run(process.execPath, [program('worker.ts'), '--check'], await onDatabase());
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return [`worker.ts --check: ${stdout ?? ''}${stderr ?? ''}`];
  }
}

function program(name: string): string {
  return join(repository, 'portal/bff/src', name);
}

/** Returns the environment of the portal's programs on the database of the demo under test. */
export async function onDatabase() {
  const home = demoHome();
  const accounts = JSON.parse(await readFile(join(home, 'accounts.json'), 'utf8')) as {
    databasePassword: string;
  };
  const { ports } = JSON.parse(await readFile(join(home, 'ports.json'), 'utf8')) as {
    ports: { postgres: number };
  };
  const url = `postgresql://gpulease:${accounts.databasePassword}@127.0.0.1:${ports.postgres}/gpulease`;
  return { env: { ...process.env, DATABASE_URL: url } };
}
