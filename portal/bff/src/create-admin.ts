/**
 * `node create-admin.ts`: makes the first admin and prints a password that has to be changed at the first sign-in. It is
 * shown here alone and never logged. Exits with 1 where there is an admin already.
 */
import { systemClock } from './clock.ts';
import { createDatabase, createPool } from './database/database.ts';
import { createFirstAdmin, FIRST_ADMIN } from './identity/first-admin.ts';

const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) throw new Error('DATABASE_URL is not set.');
const pool = createPool(databaseUrl, 2);
const password = await createFirstAdmin(createDatabase(pool), systemClock);
await pool.end();
process.stdout.write(
  password === undefined
    ? 'There is an admin already.\n'
    : `Sign in at /admin as ${FIRST_ADMIN} with password ${password} and choose another.\n`,
);
process.exitCode = password === undefined ? 1 : 0;
