/** The settings of the portal's server, checked once at the start. */
import { plainUrl, port, readSettings, wholeNumber, type Environment } from '@gpulease/kube/settings';
import * as z from 'zod';
import { alarmSettings, readAlarmSettings } from './alarms/settings.ts';
import { commonSettings, readCommonConfig, type CommonConfig } from './common-config.ts';
import { isLoopback } from './http/network.ts';
import type { Quota } from './orders/quota.ts';
import type { Installations } from './platform/cluster-sources.ts';
import { optionalSecret, optionalText, poolSize } from './settings/shared.ts';

const settings = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address that the portal listens on.'),
  PORT: port.default(8080).describe('Port that the portal listens on.'),
  OPS_HOST: optionalText('Address of health, metrics and the OpenAPI document. If unset, HOST'),
  OPS_PORT: port.default(8081).describe('Port of health, metrics and the OpenAPI document.'),
  DATABASE_POOL_SIZE: poolSize(20),
  GPULEASE_KUBEVIRT: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, 'must be a namespace and a name, such as kubevirt/kubevirt')
    .default('kubevirt/kubevirt')
    .describe('Namespace and name of the KubeVirt object that the page Platform shows.'),
  GPULEASE_CDI: z.string().default('cdi').describe('Name of the CDI object that the page Platform shows.'),
  GPULEASE_TRUSTED_PROXIES: wholeNumber
    .default(0)
    .describe("Number of proxies in front of the portal that are trusted to report the caller's address."),
  GPULEASE_CNY_PER_USD_DATE: z.coerce
    .date('must be a date')
    .optional()
    .describe('Date from which GPULEASE_CNY_PER_USD applies. If unset, the start of the program.'),
  GPULEASE_DEFAULT_QUOTA_WORKLOADS: wholeNumber
    .optional()
    .describe('Maximum Workloads of a new tenant. If unset, unlimited.'),
  GPULEASE_DEFAULT_QUOTA_GPUS: wholeNumber
    .optional()
    .describe('Maximum GPUs of a new tenant. If unset, unlimited.'),
  GPULEASE_DEFAULT_QUOTA_STORAGE: z
    .string()
    .regex(/^([1-9]\d{0,5}Gi|[1-9]\d{0,2}Ti)$/, 'must be whole Gi or Ti below 1000Ti, such as 20Ti')
    .optional()
    .describe('Maximum disk space of a new tenant, such as 20Ti. If unset, unlimited.'),
  METRICS_URL: plainUrl.describe(
    "URL of the HTTP API of Prometheus, or a compatible one, with the machines' metrics, such as http://prometheus:9090. If unset, there are no graphs.",
  ),
  GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .describe('1: operators must turn on two-step verification before they can do anything.'),
  GPULEASE_ADMIN_PASSWORD: optionalSecret(
    'Password of the first admin, named admin, who is created if there is no admin yet.',
  ),
  WEB_DIST: optionalText('Folder with the built web application. If unset, only the API is served.'),
  DOCS_DIST: optionalText('Folder with the built documentation, served at /docs. If unset, none is served.'),
  GPULEASE_DOCS_URL: plainUrl.describe(
    'URL of your own copy of the documentation for help links, https://…. If unset, /docs',
  ),
  NODE_ENV: optionalText('production: responses are not validated against the API contract.'),
});

/** All settings that the server reads. */
export const portalSettings = [settings, alarmSettings, ...commonSettings];

export type Config = ReturnType<typeof readConfig>;

/** Reads the settings. Throws an Error that names the variable and the expected value. */
export function readConfig(env: Environment, now: Date) {
  const data = readSettings(settings, env);
  const common = readCommonConfig(env);
  const config = {
    ...common,
    alarms: readAlarmSettings(env),
    host: data.HOST,
    port: data.PORT,
    opsHost: data.OPS_HOST ?? data.HOST,
    opsPort: data.OPS_PORT,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    trustedProxies: data.GPULEASE_TRUSTED_PROXIES,
    sandbox: common.payments.sandbox,
    cnyPerUsdDate: data.GPULEASE_CNY_PER_USD_DATE ?? now,
    defaultQuota: quotaOf(data),
    installations: installationsOf(data),
    metricsUrl: data.METRICS_URL,
    webDist: data.WEB_DIST,
    docsDist: data.DOCS_DIST,
    documents: documentsOf(data),
    adminPassword: data.GPULEASE_ADMIN_PASSWORD,
    requiresTwoFactorOfOperators: data.GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS === '1',
    checksAnswers: data.NODE_ENV !== 'production',
  };
  refuseUnsafe(config);
  return config;
}

function documentsOf({ GPULEASE_DOCS_URL: other, DOCS_DIST: own }: z.infer<typeof settings>): string | null {
  if (other) return other.href.replace(/\/$/, '');
  return own === undefined ? null : '/docs';
}

function refuseUnsafe({ host, publicUrl, payments }: CommonConfig & { readonly host: string }): void {
  const { sandbox, wechat } = payments;
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

function installationsOf(data: z.infer<typeof settings>): Installations {
  const [namespace = '', name = ''] = data.GPULEASE_KUBEVIRT.split('/');
  return { kubeVirt: { namespace, name }, cdi: { name: data.GPULEASE_CDI } };
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
