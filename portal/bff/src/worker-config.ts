/** The settings of the billing worker. */
import { port, readSettings, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { commonSettings, readCommonConfig } from './common-config.ts';
import { poolSize } from './settings/shared.ts';

const settings = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address of health and metrics.'),
  DATABASE_POOL_SIZE: poolSize(10),
  METRICS_PORT: port.optional().describe('Port of health and metrics. If unset, they are not served.'),
});

/** All settings that the worker reads. */
export const workerSettings = [settings, ...commonSettings];

/** Reads the settings. Throws an Error that names the variable and the expected value. */
export function readWorkerConfig(env: Environment) {
  const data = readSettings(settings, env);
  return {
    ...readCommonConfig(env),
    host: data.HOST,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    metricsPort: data.METRICS_PORT,
  };
}
