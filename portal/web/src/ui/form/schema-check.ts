import { issueKey } from '@gpulease/contract/validation';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';

/** Checks the values of a form by a schema, and says what is wrong by the keys of the contract's messages. */
export function checkBy<In extends FieldValues, Out>(schema: z.ZodType<Out, In>) {
  return zodResolver(schema, { error: issueKey });
}
