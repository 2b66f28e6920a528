import type { OperationId } from '@gpulease/contract/endpoints';
import type { ValidationKey } from '@gpulease/contract/validation-messages';
import type { Route } from '@gpulease/contract/routes';
import { fieldErrors, issueKey } from '@gpulease/contract/validation';
import type { Request } from 'express';
import type * as z from 'zod';
import type { Input } from './handler.ts';
import { invalidFields } from './product-error.ts';
import { unstorablePaths } from './storable-text.ts';

/** Returns the validated input that the route declares. Throws INVALID_ARGUMENT with the invalid fields. */
export function parseInput(route: Route, request: Request): Input<OperationId> {
  refuseFields([request.params, request.query, request.body].flatMap(unstorablePaths), 'invalid');
  const params = parsePart(route.params, request.params);
  const query = parsePart(route.query, request.query, refuseAny);
  const body = parsePart(route.body, request.body ?? {}, refuseAny);
  return { params, query, body } as Input<OperationId>;
}

function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  otherwise: (value: unknown) => void = () => undefined,
): unknown {
  if (!schema) return otherwise(value);
  const result = schema.safeParse(value, { error: issueKey });
  if (!result.success) throw invalidFields(fieldErrors(result.error));
  return result.data;
}

/** Refuses any query or body on a route that declares none. */
function refuseAny(value: unknown): void {
  refuseFields(Object.keys(value as object), 'unknown');
}

function refuseFields(names: readonly string[], key: ValidationKey): void {
  if (names.length === 0) return;
  throw invalidFields(Object.fromEntries(names.map((name) => [name, key])));
}
