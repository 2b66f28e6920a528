/** The settings of the migration. */
import * as z from 'zod';
import { sharedSettings } from './settings/shared.ts';

export const migrateSettings = z.object({
  LOG_LEVEL: sharedSettings.LOG_LEVEL,
  DATABASE_OWNER_URL: sharedSettings.DATABASE_OWNER_URL,
  DATABASE_APPLICATION_ROLE: z
    .string()
    .optional()
    .describe('A role that is given access to the tables. Leave it out if it has access.'),
});
