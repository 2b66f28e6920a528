/** Settings from the environment, checked once at the start. */
import { isPrice } from '@gpulease/contract/money';

export interface Config {
  readonly host: string;
  /** The portal's port. */
  readonly port: number;
  /** Where health, metrics and the OpenAPI document are served; the same host unless told. */
  readonly opsHost: string;
  readonly opsPort: number;
  readonly databaseUrl: string;
  /** Where people reach the portal, such as `https://gpu.example.com`; on loopback it follows from the request. */
  readonly publicUrl: URL | undefined;
  /** How many proxies in front of us may be believed about the caller's address. */
  readonly trustedProxies: number;
  readonly sandbox: boolean;
  readonly cnyPerUsd: string;
  /** Since when the rate holds. */
  readonly cnyPerUsdDate: Date;
  /** Folder of the built web application; undefined serves the API alone. */
  readonly webDist: string | undefined;
  /** Password of the first admin, where none exists yet. */
  readonly adminPassword: string | undefined;
  readonly logLevel: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Throws an Error that names the variable and says what it must be. */
export function readConfig(env: Environment, now: Date): Config {
  const sandbox = env.GPULEASE_SANDBOX === '1';
  const config: Config = {
    host: env.HOST ?? '127.0.0.1',
    port: port(env, 'PORT', 8080),
    opsHost: env.OPS_HOST ?? env.HOST ?? '127.0.0.1',
    opsPort: port(env, 'OPS_PORT', 8081),
    databaseUrl: required(env, 'DATABASE_URL'),
    publicUrl: env.GPULEASE_PUBLIC_URL ? new URL(env.GPULEASE_PUBLIC_URL) : undefined,
    trustedProxies: integer(env, 'GPULEASE_TRUSTED_PROXIES', 0),
    sandbox,
    cnyPerUsd: rate(env),
    cnyPerUsdDate: env.GPULEASE_CNY_PER_USD_DATE ? new Date(env.GPULEASE_CNY_PER_USD_DATE) : now,
    webDist: env.WEB_DIST,
    adminPassword: env.GPULEASE_ADMIN_PASSWORD,
    logLevel: env.LOG_LEVEL ?? 'info',
  };
  refuseUnsafe(config);
  return config;
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function refuseUnsafe({ host, sandbox, publicUrl }: Config): void {
  if (isLoopback(host)) return;
  if (sandbox)
    throw new Error(
      `GPULEASE_SANDBOX=1 needs a loopback HOST, not ${host}: it shows SMS codes to everybody.`,
    );
  if (publicUrl?.protocol !== 'https:') {
    throw new Error(`GPULEASE_PUBLIC_URL must be the portal's https:// address when HOST is ${host}.`);
  }
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

function integer(env: Environment, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback);
  if (!/^\d+$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}.`);
  return Number(text);
}

function port(env: Environment, name: string, fallback: number): number {
  const value = integer(env, name, fallback);
  if (value > 65_535) throw new Error(`${name} must be a port, not ${value}.`);
  return value;
}

function rate(env: Environment): string {
  const text = env.GPULEASE_CNY_PER_USD ?? '7.20';
  if (!isPrice(text) || Number(text) === 0)
    throw new Error(`GPULEASE_CNY_PER_USD must be a decimal such as 7.20, not ${text}.`);
  return text;
}
