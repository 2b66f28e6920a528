/** The settings of the migration. */
import { logLevel } from '@gpulease/kube/settings';
import * as z from 'zod';
import { optionalText, postgres } from './settings/shared.ts';

export const migrateSettings = z.object({
  LOG_LEVEL: logLevel,
  DATABASE_OWNER_URL: postgres('Connection string for PostgreSQL, with the role that owns the schema.'),
  DATABASE_APPLICATION_ROLE: optionalText(
    'Role to grant access to the tables. Omit it if the role already has access.',
  ),
});
