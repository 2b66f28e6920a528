/** Detects enum values that a newer version of the product wrote. */
import type * as z from 'zod';

/**
 * Returns the first enum field with an unknown value, such as `status.phase: Migrating`, or undefined. Ignores other
 * violations of the schema, which the API server rejects.
 */
export function unknownValueOf(schema: z.ZodType, object: unknown): string | undefined {
  const issues = schema.safeParse(object, { reportInput: true }).error?.issues ?? [];
  const unknown = issues.find(({ code, input }) => code === 'invalid_value' && input !== undefined);
  return unknown && `${unknown.path.join('.')}: ${String(unknown.input)}`;
}
