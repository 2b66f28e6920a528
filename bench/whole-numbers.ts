/**
 * Reads whole numbers from environment variables named in upper snake case: `idleSeconds` from `IDLE_SECONDS`.
 * Throws with the variable's name if one is not a whole number.
 */
export function wholeNumbers<Name extends string>(
  env: NodeJS.ProcessEnv,
  defaults: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const read = (name: string, otherwise: number): number => {
    const variable = name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
    const value = Number(env[variable] ?? otherwise);
    if (!Number.isInteger(value) || value < 0)
      throw new Error(`${variable} must be a number, not ${env[variable]}.`);
    return value;
  };
  const entries = Object.entries<number>(defaults).map(([name, value]) => [name, read(name, value)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
