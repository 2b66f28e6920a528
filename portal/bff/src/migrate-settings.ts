/** The settings of the migration. */
import { logLevel } from '@gpulease/kube/settings';
import * as z from 'zod';
import { optionalText, postgres } from './settings/shared.ts';

export const migrateSettings = z.object({
  LOG_LEVEL: logLevel,
  DATABASE_OWNER_URL: postgres('PostgreSQL, by the role that owns the schema.'),
  DATABASE_APPLICATION_ROLE: optionalText(
    'A role that is given access to the tables. Leave it out if it has access.',
  ),
});
