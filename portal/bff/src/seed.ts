/**
 * `node seed.ts < people.json`: creates missing accounts and invite codes with the portal's own functions. Reads
 * `{users: [{username, password, phone, registeredAt?}], inviteCodes: n}` and prints `{users: [{id, username}],
 * inviteCodes: [...]}` with n usable codes. Running it again changes nothing.
 */
import { text } from 'node:stream/consumers';
import { password, phone, username } from '@gpulease/contract/validation';
import { readSettings } from '@gpulease/kube/settings';
import * as z from 'zod';
import { systemClock } from './clock.ts';
import { createDatabase, createPool } from './database/database.ts';
import { seed } from './identity/seed.ts';
import { databaseSettings } from './settings/shared.ts';

const wanted = z
  .strictObject({
    users: z
      .array(z.strictObject({ username, password, phone, registeredAt: z.iso.datetime().optional() }))
      .default([]),
    inviteCodes: z.int().min(0).max(100).default(0),
  })
  .parse(JSON.parse(await text(process.stdin)));

const { DATABASE_URL: databaseUrl } = readSettings(databaseSettings, process.env);
const pool = createPool(databaseUrl, 2);
const seeded = await seed(createDatabase(pool), systemClock, wanted);
await pool.end();
process.stdout.write(`${JSON.stringify(seeded)}\n`);
