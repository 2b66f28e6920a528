/** Settings that several of the portal's programs have. */
import { isPrice } from '@gpulease/contract/money';
import { logLevel, wholeNumber } from '@gpulease/kube/settings';
import * as z from 'zod';

/** Where no setting says more. */
export const DEFAULT_STARTS_PER_HOUR = 30;

export const sharedSettings = {
  LOG_LEVEL: logLevel,
  DATABASE_URL: postgres('PostgreSQL, by a role that may not change the schema.'),
  DATABASE_OWNER_URL: postgres('PostgreSQL, by the role that owns the schema.'),
  GPULEASE_PUBLIC_URL: z
    .url('must be an address')
    .optional()
    .describe('Where people reach the portal, https://…; required where HOST is not a loopback address.'),
  GPULEASE_SANDBOX: z
    .string()
    .optional()
    .describe('1: test payments, and messages are shown at /test instead of sent; only on loopback.'),
  GPULEASE_CNY_PER_USD: z
    .string()
    .refine(isRate, 'must be a decimal such as 7.20')
    .default('7.20')
    .describe('Yuan for a dollar, for showing amounts in dollars.'),
  GPULEASE_STARTS_PER_HOUR: wholeNumber
    .default(DEFAULT_STARTS_PER_HOUR)
    .describe('Orders, starts and restarts of a user within an hour, at most, without a quota of their own.'),
};

/** What commands have that only use the database. */
export const databaseSettings = z.object({ DATABASE_URL: sharedSettings.DATABASE_URL });

function postgres(meaning: string) {
  return z.string('is not set').meta({ description: meaning, secret: true });
}

function isRate(text: string): boolean {
  return isPrice(text) && Number(text) !== 0;
}
