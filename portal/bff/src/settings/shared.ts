/** Settings that stand in several lists of settings. */
import { wholeNumber } from '@gpulease/kube/settings';
import * as z from 'zod';

/** Where no setting says more. */
export const DEFAULT_STARTS_PER_HOUR = 30;

/** A text that may be left out. */
export function optionalText(meaning: string) {
  return z.string().optional().describe(meaning);
}

/** The same of a secret, which no list of settings shows. */
export function optionalSecret(meaning: string) {
  return z.string().optional().meta({ description: meaning, secret: true });
}

/** The address of PostgreSQL, which has a password. */
export function postgres(meaning: string) {
  return z.string('is not set').meta({ description: meaning, secret: true });
}

/** What commands have that only use the database. */
export const databaseSettings = z.object({
  DATABASE_URL: postgres('PostgreSQL, by a role that may not change the schema.'),
});

/** What the backup has that tries out a restore. */
export const scratchSettings = z.object({
  SCRATCH_DATABASE_URL: postgres(
    'For `verify --restore`: an empty database of PostgreSQL, by the role that owns it.',
  ),
});

/** How many connections to PostgreSQL a program keeps open at most. */
export function poolSize(fallback: number) {
  return wholeNumber
    .min(5, 'must be at least 5')
    .default(fallback)
    .describe('Connections to PostgreSQL, at most; at least 5.');
}

export const publicUrl = z
  .url('must be an address')
  .optional()
  .describe('Where people reach the portal, https://…; required where HOST is not a loopback address.');
