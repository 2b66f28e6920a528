/** What a newer version of the product has written that this one does not know. */
import type * as z from 'zod';

/**
 * The first field of a closed set of values that has one which is not in the set, such as `status.phase: Migrating`; undefined
 * where all are known. Whatever else the schema would refuse is the API server's business.
 */
export function unknownValueOf(schema: z.ZodType, object: unknown): string | undefined {
  const issues = schema.safeParse(object, { reportInput: true }).error?.issues ?? [];
  const unknown = issues.find(({ code, input }) => code === 'invalid_value' && input !== undefined);
  return unknown && `${unknown.path.join('.')}: ${String(unknown.input)}`;
}
