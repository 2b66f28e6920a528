/** The settings of the billing worker. */
import type { Support } from '@gpulease/contract/config';
import { clusterSettings, port, readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { dunningSettings, readDunningSchedule, type DunningSchedule } from './dunning/schedule.ts';
import { paymentSettings, readPaymentSettings, type PaymentSettings } from './payments/settings.ts';
import { readServiceSettings, serviceSettings, type ServiceSettings } from './service-settings.ts';
import { sharedSettings } from './settings/shared.ts';
import { readSupport, supportSettings } from './support.ts';

const settings = z.object({
  LOG_LEVEL: sharedSettings.LOG_LEVEL,
  DATABASE_URL: sharedSettings.DATABASE_URL,
  HOST: z.string().default('127.0.0.1').describe('The address of health and metrics.'),
  METRICS_PORT: port.optional().describe('The port of health and metrics. Without it, they are not served.'),
  GPULEASE_PUBLIC_URL: sharedSettings.GPULEASE_PUBLIC_URL,
  GPULEASE_CNY_PER_USD: sharedSettings.GPULEASE_CNY_PER_USD,
  GPULEASE_STARTS_PER_HOUR: sharedSettings.GPULEASE_STARTS_PER_HOUR,
});

/** All that the worker reads. */
export const workerSettings = [
  settings,
  paymentSettings,
  dunningSettings,
  supportSettings,
  serviceSettings,
  clusterSettings,
];

export interface WorkerConfig {
  readonly logLevel: string;
  readonly databaseUrl: string;
  readonly host: string;
  /** Where health and metrics are served; undefined: nowhere. */
  readonly metricsPort: number | undefined;
  /** Where messages tell people to go. */
  readonly publicUrl: URL | undefined;
  readonly cnyPerUsd: string;
  readonly startsPerHour: number;
  readonly payments: PaymentSettings;
  readonly dunning: DunningSchedule;
  readonly support: Support | null;
  readonly services: ServiceSettings;
}

/** Reads the settings. Throws an Error that names the variable and says what it must be. */
export function readWorkerConfig(env: Environment): WorkerConfig {
  const data = readSettings(settings, env);
  return {
    logLevel: data.LOG_LEVEL,
    databaseUrl: data.DATABASE_URL,
    host: data.HOST,
    metricsPort: data.METRICS_PORT,
    publicUrl: data.GPULEASE_PUBLIC_URL === undefined ? undefined : new URL(data.GPULEASE_PUBLIC_URL),
    cnyPerUsd: data.GPULEASE_CNY_PER_USD,
    startsPerHour: data.GPULEASE_STARTS_PER_HOUR,
    payments: readPaymentSettings(env),
    dunning: readDunningSchedule(env),
    support: readSupport(env),
    services: readServiceSettings(env),
  };
}
