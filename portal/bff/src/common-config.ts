/** Settings shared by the portal's server and the billing worker. */
import { isAmount, isPrice, parseAmount } from '@gpulease/contract/money';
import {
  clusterSettings,
  logLevel,
  readSettings,
  wholeNumber,
  type Environment,
} from '@gpulease/kube/settings';
import { tracingSettings } from '@gpulease/kube/tracing';
import * as z from 'zod';
import { dunningSettings, readDunningSchedule } from './dunning/schedule.ts';
import { paymentSettings, readPaymentSettings } from './payments/settings.ts';
import { readServiceSettings, serviceSettings } from './service-settings.ts';
import { databaseSettings, DEFAULT_STARTS_PER_HOUR, publicUrl } from './settings/shared.ts';
import { readSupport, supportSettings } from './support.ts';

const hours = wholeNumber.min(1, 'must be at least 1').optional();

const settings = databaseSettings.extend({
  LOG_LEVEL: logLevel,
  GPULEASE_PUBLIC_URL: publicUrl,
  GPULEASE_CNY_PER_USD: z
    .string()
    .refine(isRate, 'must be a decimal such as 7.20')
    .default('7.20')
    .describe('Yuan per US dollar, for amounts shown in dollars.'),
  GPULEASE_STARTS_PER_HOUR: wholeNumber
    .default(DEFAULT_STARTS_PER_HOUR)
    .describe(
      'Maximum orders, starts and restarts of a user per hour, unless their Tenant sets its own quota.',
    ),
  GPULEASE_SECOND_OPERATOR_ABOVE: z
    .string()
    .refine((text) => isAmount(text) && !text.startsWith('-'), 'must be an amount in yuan such as 10000.00')
    .transform(parseAmount)
    .optional()
    .describe(
      'Yuan above which credits, debits, refunds and write-offs need a second operator. If unset, never.',
    ),
  GPULEASE_CREDIT_REPORTED_GPUS: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .describe(
      '1: a customer whose report of a broken GPU is confirmed, by an operator or a check of the GPU, is credited the cost of the machine since the report.',
    ),
  GPULEASE_BACKUP_MAX_AGE_HOURS: hours.describe(
    'Hours after which the last backup is too old. If unset, no backup is set up.',
  ),
  GPULEASE_RESTORE_TEST_MAX_AGE_HOURS: hours.describe(
    'Hours after which the last restore test is too old. If unset, none is set up.',
  ),
});

export const commonSettings = [
  settings,
  paymentSettings,
  dunningSettings,
  supportSettings,
  serviceSettings,
  clusterSettings,
  tracingSettings,
];

export type CommonConfig = ReturnType<typeof readCommonConfig>;

/** Reads the settings. Throws an Error that names the variable and the expected value. */
export function readCommonConfig(env: Environment) {
  const data = readSettings(settings, env);
  return {
    databaseUrl: data.DATABASE_URL,
    logLevel: data.LOG_LEVEL,
    publicUrl: data.GPULEASE_PUBLIC_URL === undefined ? undefined : new URL(data.GPULEASE_PUBLIC_URL),
    cnyPerUsd: data.GPULEASE_CNY_PER_USD,
    startsPerHour: data.GPULEASE_STARTS_PER_HOUR,
    secondOperatorAbove: data.GPULEASE_SECOND_OPERATOR_ABOVE,
    creditsReports: data.GPULEASE_CREDIT_REPORTED_GPUS === '1',
    backupMaxAgeHours: data.GPULEASE_BACKUP_MAX_AGE_HOURS,
    restoreTestMaxAgeHours: data.GPULEASE_RESTORE_TEST_MAX_AGE_HOURS,
    payments: readPaymentSettings(env),
    dunning: readDunningSchedule(env),
    support: readSupport(env),
    services: readServiceSettings(env),
  };
}

function isRate(text: string): boolean {
  return isPrice(text) && Number(text) !== 0;
}
