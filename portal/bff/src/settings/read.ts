import type * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from the environment; an empty variable counts as unset. Throws an Error that names the fault. */
export function readSettings<Settings>(schema: z.ZodType<Settings>, env: Environment): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(given);
  if (error) throw new Error(error.issues.map(({ path, message }) => `${path.join()} ${message}.`).join(' '));
  return data;
}
