/** Settings shared by several lists of settings. */
import { wholeNumber } from '@gpulease/kube/settings';
import * as z from 'zod';

/** The default without a setting. */
export const DEFAULT_STARTS_PER_HOUR = 30;

/** An optional text. */
export function optionalText(meaning: string) {
  return z.string().optional().describe(meaning);
}

/** An optional secret, which no list of settings shows. */
export function optionalSecret(meaning: string) {
  return z.string().optional().meta({ description: meaning, secret: true });
}

/** A URL of PostgreSQL, which contains a password. */
export function postgres(meaning: string) {
  return z.string('is not set').meta({ description: meaning, secret: true });
}

/** Settings of commands that use only the database. */
export const databaseSettings = z.object({
  DATABASE_URL: postgres('Connection string for PostgreSQL, with a role that cannot change the schema.'),
});

/** Settings of the restore test of a backup. */
export const scratchSettings = z.object({
  SCRATCH_DATABASE_URL: postgres(
    'For `verify --restore`: connection string of an empty PostgreSQL database, with the role that owns it.',
  ),
});

/** Maximum number of open connections from a program to PostgreSQL. */
export function poolSize(fallback: number) {
  return wholeNumber
    .min(5, 'must be at least 5')
    .default(fallback)
    .describe('Maximum connections to PostgreSQL; at least 5.');
}

export const publicUrl = z
  .url('must be an address')
  .optional()
  .describe('Public URL of the portal, https://…; required unless HOST is a loopback address.');
