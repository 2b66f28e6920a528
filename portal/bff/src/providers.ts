/** Settings of the outside services that a deployment may have. */
import type { Environment } from './config.ts';
import type { SmtpSettings } from './identity/smtp-gateway.ts';

const variables = {
  smtp: { url: 'GPULEASE_SMTP_URL', from: 'GPULEASE_SMTP_FROM' },
} as const;
type Service = keyof typeof variables;
type SettingsOf<S extends Service> = { readonly [Field in keyof (typeof variables)[S]]: string };

export interface Providers {
  /** The mail server; undefined sends no e-mail. */
  readonly smtp: SmtpSettings | undefined;
  /** Settings that are not there though others of their service are; the service is off until they are. */
  readonly missing: readonly string[];
}

/**
 * Reads what is set. A service that lacks a setting is off, and what needs it answers CONFIG_ERROR, while all else works.
 * Throws an Error that names the variable for a value that cannot be meant.
 */
export function readProviders(env: Environment): Providers {
  const { GPULEASE_SMTP_URL: smtpUrl } = env;
  if (smtpUrl && !/^smtps?:$/.test(protocolOf(smtpUrl)))
    throw new Error('GPULEASE_SMTP_URL must be smtp://… or smtps://….');
  const services = Object.keys(variables) as Service[];
  return { smtp: settingsOf('smtp', env), missing: services.flatMap((service) => missingOf(service, env)) };
}

function settingsOf<S extends Service>(service: S, env: Environment): SettingsOf<S> | undefined {
  const fields = Object.entries<string>(variables[service]);
  if (fields.some(([, name]) => !env[name])) return undefined;
  return Object.fromEntries(fields.map(([field, name]) => [field, env[name]])) as SettingsOf<S>;
}

/** The settings that a service still lacks; none where it has none at all. */
function missingOf(service: Service, env: Environment): string[] {
  const names = Object.values<string>(variables[service]);
  const missing = names.filter((name) => !env[name]);
  return missing.length === names.length ? [] : missing;
}

function protocolOf(url: string): string {
  return URL.parse(url)?.protocol ?? '';
}
