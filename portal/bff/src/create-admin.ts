/**
 * `node create-admin.ts` creates the first admin and prints a password that must be changed at the first sign-in. The
 * password appears only here and is never logged. Exits with 1 if an admin already exists. `--reset NAME` gives an
 * operator who has lost the password or the second factor a new password, revokes all other access to the account,
 * removes the second factor, and exits with 1 if there is no such operator.
 */
import { parseArgs } from 'node:util';
import { readSettings } from '@gpulease/kube/settings';
import { systemClock } from './clock.ts';
import { createDatabase, createPool } from './database/database.ts';
import { createFirstAdmin, FIRST_ADMIN, resetAdmin } from './identity/first-admin.ts';
import { databaseSettings } from './settings/shared.ts';

const { reset } = parseArgs({ options: { reset: { type: 'string' } } }).values;
const { DATABASE_URL: databaseUrl } = readSettings(databaseSettings, process.env);
const pool = createPool(databaseUrl, 2);
const database = createDatabase(pool);
const password =
  reset === undefined
    ? await createFirstAdmin(database, systemClock)
    : await resetAdmin(database, systemClock, reset);
await pool.end();
const refusal =
  reset === undefined
    ? 'An admin already exists. If no operator can sign in anymore, set a new password with --reset NAME.'
    : `There is no operator named ${reset}.`;
process.stdout.write(
  password === undefined
    ? `${refusal}\n`
    : `Sign in at /admin as ${reset ?? FIRST_ADMIN} with password ${password} and change it within three days.\n`,
);
process.exitCode = password === undefined ? 1 : 0;
