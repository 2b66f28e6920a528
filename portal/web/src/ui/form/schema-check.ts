import { issueKey } from '@gpulease/contract/validation';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';

/** Returns a validator of form values; its errors are keys of the contract's messages. */
export function checkBy<In extends FieldValues, Out>(schema: z.ZodType<Out, In>) {
  return zodResolver(schema, { error: issueKey });
}
