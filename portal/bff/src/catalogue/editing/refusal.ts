/** A refusal of the API server as the product's error, with the field that it concerns. Pure. */
import type { ErrorReason } from '@gpulease/contract/errors';
import { ApiError, isAlreadyExists, isDenied, isInvalid } from '@gpulease/kube';
import { ProductError } from '../../http/product-error.ts';
import type { Uses } from './uses.ts';

/** Where a kind's fields are in its spec: path in the object → field of the product. The longest match counts. */
export type FieldPaths = Readonly<Record<string, string>>;

/** What refused a creation or a change, in words for the caller; other errors as they are. */
export function refusedChange(error: unknown, paths: FieldPaths): unknown {
  if (!(error instanceof ApiError)) return error;
  const options = { cause: error };
  if (isAlreadyExists(error)) return new ProductError('NAME_TAKEN', undefined, options);
  if (isDenied(error))
    return new ProductError('FORBIDDEN', { explanation: reasonIn(error.message) }, options);
  if (!isInvalid(error)) return error;
  const causes = error.details.causes ?? [];
  const fields = causes.flatMap(({ field = '' }) => fieldOf(field, paths) ?? []);
  return new ProductError(
    'INVALID_ARGUMENT',
    {
      ...(fields.length > 0 && { fields: Object.fromEntries(fields.map((name) => [name, 'invalid'])) }),
      explanation: causes.map(sentenceOf).join(' ') || error.message,
    },
    options,
  );
}

/** What refused a deletion: mostly an admission policy, because something refers to the object. */
export function refusedDeletion(error: unknown, uses: Uses, reason: ErrorReason): unknown {
  if (!(error instanceof ApiError) || !isDenied(error)) return error;
  const explanation = reasonIn(error.message);
  const isInUse = explanation.includes(' in use cannot be deleted: ');
  return isInUse
    ? inUse(uses, reason, explanation)
    : new ProductError('FORBIDDEN', { explanation }, { cause: error });
}

/** IN_USE, or its like of a kind, with what uses the object. */
export function inUse({ total, items }: Uses, reason: ErrorReason, explanation?: string): ProductError {
  const told = explanation === undefined ? {} : { explanation };
  return new ProductError('FORBIDDEN', { reason, usedBy: { total, items }, ...told });
}

/** The product's field for a path such as `spec.exposure.addresses[0]`. */
function fieldOf(path: string, paths: FieldPaths): string | undefined {
  const plain = path.replace(/\[\d+\]/g, '');
  if (plain === 'metadata.name') return 'name';
  const known = Object.keys(paths)
    .filter((known) => plain === known || plain.startsWith(`${known}.`))
    .sort((one, other) => other.length - one.length)[0];
  return known === undefined ? undefined : paths[known];
}

function sentenceOf({ field = '', message = '' }: { field?: string; message?: string }): string {
  return `${field}: ${message}.`.replace(/^: /, '').replace(/\.\.$/, '.');
}

/** What a policy or webhook says, without the API server's words around it. */
function reasonIn(message: string): string {
  return message.replace(/^.*? denied (?:the )?request: /s, '');
}
