/** The settings of a program: variables of its environment, each a schema that says in `describe` what it is for. */
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Which cluster `connect` calls. */
export const clusterSettings = z.object({
  KUBECONFIG: z.string().optional().describe('The kubeconfig of the cluster. In a pod: its own cluster.'),
  KUBERNETES_SERVICE_HOST: z
    .string()
    .optional()
    .describe('Where a pod reaches the API server; set by Kubernetes.'),
  KUBERNETES_SERVICE_PORT: z.string().default('443').describe('The port of that address; set by Kubernetes.'),
});

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  .default('info')
  .describe('The least severe messages that are logged: fatal, error, warn, info, debug, trace; or silent.');

const NUMBER = 'must be a whole number';
export const wholeNumber = z.coerce.number(NUMBER).int(NUMBER).min(0, NUMBER);
export const port = wholeNumber.max(65_535, 'must be a port');

/** An address of another program that asks nobody to sign in, and to which a path is added. */
export const plainUrl = z
  .string()
  .refine(isPlainUrl, 'must be http:// or https://, without user and query')
  .transform((text) => new URL(text))
  .optional();

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
}

/** Reads settings from the environment; an empty variable counts as unset. Throws an Error that names the fault. */
export function readSettings<Settings>(schema: z.ZodType<Settings>, env: Environment): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(given);
  if (error) throw new Error(error.issues.map(({ path, message }) => `${path.join()} ${message}.`).join(' '));
  return data;
}

/** Where `--settings` is among its arguments, the program prints its settings and ends. */
export function printSettingsIfAsked(settings: readonly z.ZodObject[]): void {
  if (!process.argv.includes('--settings')) return;
  process.stdout.write(settingsText(settings, process.env));
  process.exit();
}

/** What is set, or the default, of each setting, below a comment that says what it is for. Secrets are not shown. */
export function settingsText(settings: readonly z.ZodObject[], env: Environment): string {
  return settingsOf(settings)
    .map((setting) => `# ${meaningOf(setting)}\n${setting.name}=${shownValue(setting, env[setting.name])}\n`)
    .join('\n');
}

type Setting = ReturnType<typeof settingsOf>[number];

/** What the JSON Schema of a setting says; `secret` is of its `meta`. */
interface SettingSchema {
  readonly description?: string;
  readonly default?: string | number;
  readonly secret?: boolean;
}

/** Each once, though several schemas may have it; an empty `fallback` is none. */
export function settingsOf(settings: readonly z.ZodObject[]) {
  const all = z.object(Object.assign({}, ...settings.map(({ shape }) => shape)) as z.ZodRawShape);
  const { properties, required = [] } = z.toJSONSchema(all, { io: 'input', unrepresentable: 'any' });
  const schemas = Object.entries(properties as Record<string, SettingSchema>);
  return schemas.map(([name, { description = '', default: fallback = '', secret = false }]) => ({
    name,
    description,
    fallback: String(fallback),
    isRequired: required.includes(name),
    isSecret: secret,
  }));
}

function meaningOf({ description, fallback, isRequired }: Setting): string {
  if (isRequired) return `${description} Required.`;
  return fallback === '' ? description : `${description} Default: ${fallback}`;
}

function shownValue({ fallback, isSecret }: Setting, value = ''): string {
  if (value === '') return fallback;
  return isSecret ? '(secret)' : value;
}
