/** Settings from the environment, checked once at the start. */
import type { Support } from '@gpulease/contract/config';
import { isAmount, isPrice, parseAmount, type Fen } from '@gpulease/contract/money';
import * as z from 'zod';
import { readSettings, type Environment } from './settings/read.ts';
import { readDunningSchedule, type DunningSchedule } from './dunning/schedule.ts';
import { isLoopback } from './http/network.ts';
import { DEFAULT_STARTS_PER_HOUR, type Quota } from './orders/quota.ts';
import { readPaymentSettings, type PaymentSettings } from './payments/settings.ts';
import { readSupport } from './support.ts';

const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(8080),
  OPS_HOST: z.string().optional(),
  OPS_PORT: port(8081),
  DATABASE_URL: z.string('is not set').min(1, 'is not set'),
  DATABASE_POOL_SIZE: integer(30, 5),
  GPULEASE_PUBLIC_URL: z.url('must be an address').optional(),
  GPULEASE_TRUSTED_PROXIES: integer(0),
  GPULEASE_SANDBOX: z.string().optional(),
  GPULEASE_CNY_PER_USD: cnyPerUsd(),
  GPULEASE_CNY_PER_USD_DATE: z.coerce.date('must be a date').optional(),
  GPULEASE_DEFAULT_QUOTA_WORKLOADS: quota(),
  GPULEASE_DEFAULT_QUOTA_GPUS: quota(),
  GPULEASE_DEFAULT_QUOTA_STORAGE: storageQuota(),
  GPULEASE_STARTS_PER_HOUR: startsPerHour(),
  GPULEASE_SECOND_OPERATOR_ABOVE: amountOrNone(),
  WEB_DIST: z.string().optional(),
  GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  GPULEASE_ADMIN_PASSWORD: z.string().optional(),
  LOG_LEVEL: z.string().default('info'),
});

export interface Config {
  readonly host: string;
  /** The portal's port. */
  readonly port: number;
  /** Where health, metrics and the OpenAPI document are served; the same host unless told. */
  readonly opsHost: string;
  readonly opsPort: number;
  readonly databaseUrl: string;
  /** Connections to PostgreSQL that this process opens at most. */
  readonly databasePoolSize: number;
  /** Where people reach the portal, such as `https://gpu.example.com`; on loopback it follows from the request. */
  readonly publicUrl: URL | undefined;
  /** How many proxies in front of us may be believed about the caller's address. */
  readonly trustedProxies: number;
  readonly sandbox: boolean;
  readonly cnyPerUsd: string;
  /** Since when the rate holds. */
  readonly cnyPerUsdDate: Date;
  /** What a new tenant may have. */
  readonly defaultQuota: Quota;
  /** Orders, starts and restarts that a customer without a quota of their own may ask for within an hour. */
  readonly startsPerHour: number;
  /** Fen above which credits, debits, refunds and write-offs need a second operator; undefined: none does. */
  readonly secondOperatorAbove: Fen | undefined;
  /** Folder of the built web application; undefined serves the API alone. */
  readonly webDist: string | undefined;
  /** Password of the first admin, where none exists yet. */
  readonly adminPassword: string | undefined;
  /** Whether operators can do nothing before they have turned on two-step verification. */
  readonly requiresTwoFactorOfOperators: boolean;
  readonly logLevel: string;
  readonly payments: PaymentSettings;
  readonly dunning: DunningSchedule;
  readonly support: Support | null;
}

/** Reads the settings. Throws an Error that names the variable and says what it must be. */
export function readConfig(env: Environment, now: Date): Config {
  const data = readSettings(settings, env);
  const config: Config = {
    host: data.HOST,
    port: data.PORT,
    opsHost: data.OPS_HOST ?? data.HOST,
    opsPort: data.OPS_PORT,
    databaseUrl: data.DATABASE_URL,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    publicUrl: data.GPULEASE_PUBLIC_URL === undefined ? undefined : new URL(data.GPULEASE_PUBLIC_URL),
    trustedProxies: data.GPULEASE_TRUSTED_PROXIES,
    sandbox: data.GPULEASE_SANDBOX === '1',
    cnyPerUsd: data.GPULEASE_CNY_PER_USD,
    cnyPerUsdDate: data.GPULEASE_CNY_PER_USD_DATE ?? now,
    defaultQuota: quotaOf(data),
    startsPerHour: data.GPULEASE_STARTS_PER_HOUR,
    secondOperatorAbove: data.GPULEASE_SECOND_OPERATOR_ABOVE,
    webDist: data.WEB_DIST,
    adminPassword: data.GPULEASE_ADMIN_PASSWORD,
    requiresTwoFactorOfOperators: data.GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS === '1',
    logLevel: data.LOG_LEVEL,
    payments: readPaymentSettings(env),
    dunning: readDunningSchedule(env),
    support: readSupport(env),
  };
  refuseUnsafe(config);
  return config;
}

function refuseUnsafe({ host, sandbox, publicUrl, payments: { wechat } }: Config): void {
  if (sandbox && wechat.dir !== undefined && !isLoopback(wechat.apiUrl.hostname)) {
    throw new Error(
      `GPULEASE_SANDBOX=1 needs a simulator of WeChat Pay on a loopback address in GPULEASE_WECHATPAY_URL, not ${wechat.apiUrl.host}.`,
    );
  }
  if (isLoopback(host)) return;
  if (sandbox)
    throw new Error(
      `GPULEASE_SANDBOX=1 needs a loopback HOST, not ${host}: it shows SMS codes to everybody.`,
    );
  if (publicUrl?.protocol !== 'https:') {
    throw new Error(`GPULEASE_PUBLIC_URL must be the portal's https:// address when HOST is ${host}.`);
  }
}

function integer(fallback: number, minimum = 0) {
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value >= minimum, `must be at least ${minimum}`);
}

/** None where it is not set. */
function quota() {
  return z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).optional();
}

function storageQuota() {
  return z
    .string()
    .regex(/^([1-9]\d{0,5}Gi|[1-9]\d{0,2}Ti)$/, 'must be whole Gi or Ti below 1000Ti, such as 20Ti')
    .optional();
}

function amountOrNone() {
  return z
    .string()
    .refine((text) => isAmount(text) && !text.startsWith('-'), 'must be an amount in yuan such as 10000.00')
    .transform(parseAmount)
    .optional();
}

function quotaOf(data: z.infer<typeof settings>): Quota {
  const workloads = data.GPULEASE_DEFAULT_QUOTA_WORKLOADS;
  const gpus = data.GPULEASE_DEFAULT_QUOTA_GPUS;
  const storage = data.GPULEASE_DEFAULT_QUOTA_STORAGE;
  return {
    ...(workloads !== undefined && { workloads }),
    ...(gpus !== undefined && { gpus }),
    ...(storage !== undefined && { storage }),
  };
}

function port(fallback: number) {
  return integer(fallback).refine((value) => value <= 65_535, 'must be a port');
}

/** The rate for showing dollars. Throws as `readConfig` does. */
export function readCnyPerUsd(env: Environment): string {
  return readSettings(z.object({ GPULEASE_CNY_PER_USD: cnyPerUsd() }), env).GPULEASE_CNY_PER_USD;
}

/** The limit of an hour. Throws as `readConfig` does. */
export function readStartsPerHour(env: Environment): number {
  return readSettings(z.object({ GPULEASE_STARTS_PER_HOUR: startsPerHour() }), env).GPULEASE_STARTS_PER_HOUR;
}

function startsPerHour() {
  return integer(DEFAULT_STARTS_PER_HOUR);
}

function cnyPerUsd() {
  return z.string().refine(isRate, 'must be a decimal such as 7.20').default('7.20');
}

function isRate(text: string): boolean {
  return isPrice(text) && Number(text) !== 0;
}
