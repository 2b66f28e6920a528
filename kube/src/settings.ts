/** The settings of a program: environment variables, each with a schema whose `describe` states its purpose. */
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The cluster that `connect` uses. */
export const clusterSettings = z.object({
  KUBECONFIG: z
    .string()
    .optional()
    .describe('Path of the kubeconfig. If unset in a pod, the cluster of the pod.'),
  KUBERNETES_SERVICE_HOST: z
    .string()
    .optional()
    .describe('Host of the API server in a pod; set by Kubernetes.'),
  KUBERNETES_SERVICE_PORT: z
    .string()
    .default('443')
    .describe('Port of the API server in a pod; set by Kubernetes.'),
});

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  .default('info')
  .describe('Minimum level of logged messages: fatal, error, warn, info, debug, trace; or silent.');

const NUMBER = 'must be a whole number';
export const wholeNumber = z.coerce.number(NUMBER).int(NUMBER).min(0, NUMBER);
export const port = wholeNumber.max(65_535, 'must be a port');

/** The base URL of another program that requires no sign-in. */
export const plainUrl = z
  .string()
  .refine(isPlainUrl, 'must be http:// or https://, without user and query')
  .transform((text) => new URL(text))
  .optional();

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
}

/** Reads settings from the environment. An empty variable counts as unset. Throws an Error that names every fault. */
export function readSettings<Settings>(schema: z.ZodType<Settings>, env: Environment): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(given);
  if (error) throw new Error(error.issues.map(({ path, message }) => `${path.join()} ${message}.`).join(' '));
  return data;
}

/** Prints the settings and exits if the program was started with `--settings`. */
export function printSettingsIfAsked(settings: readonly z.ZodObject[]): void {
  if (!process.argv.includes('--settings')) return;
  process.stdout.write(settingsText(settings, process.env));
  process.exit();
}

/** Returns the value or default of each setting, below a comment with its description. Hides secrets. */
export function settingsText(settings: readonly z.ZodObject[], env: Environment): string {
  return settingsOf(settings)
    .map((setting) => `# ${meaningOf(setting)}\n${setting.name}=${shownValue(setting, env[setting.name])}\n`)
    .join('\n');
}

type Setting = ReturnType<typeof settingsOf>[number];

/** The JSON Schema of a setting; `secret` comes from its `meta`. */
interface SettingSchema {
  readonly description?: string;
  readonly default?: string | number;
  readonly secret?: boolean;
}

/** Returns each setting once, even if several schemas have it. An empty `fallback` means no default. */
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
