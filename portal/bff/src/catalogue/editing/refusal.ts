/** Converts refusals of the API server to product errors with the field concerned. Pure. */
import type { ErrorReason } from '@gpulease/contract/errors';
import { ApiError, isAlreadyExists, isDenied, isInvalid } from '@gpulease/kube';
import { ProductError } from '../../http/product-error.ts';
import type { Uses } from './uses.ts';

/** A kind's fields: path in the object → field of the product. The longest match applies. */
export type FieldPaths = Readonly<Record<string, string>>;

/** Converts a refused creation or change to a product error; returns other errors unchanged. */
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

/** Converts a denied deletion, usually of an object in use, to a product error; returns other errors unchanged. */
export function refusedDeletion(error: unknown, uses: Uses, reason: ErrorReason): unknown {
  if (!(error instanceof ApiError) || !isDenied(error)) return error;
  const explanation = reasonIn(error.message);
  const isInUse = explanation.includes(' in use cannot be deleted: ');
  return isInUse
    ? inUse(uses, reason, explanation)
    : new ProductError('FORBIDDEN', { explanation }, { cause: error });
}

/** Returns IN_USE, or the kind's own reason, with the references to the object. */
export function inUse({ total, items }: Uses, reason: ErrorReason, explanation?: string): ProductError {
  const told = explanation === undefined ? {} : { explanation };
  return new ProductError('FORBIDDEN', { reason, usedBy: { total, items }, ...told });
}

/** Returns the product's field for a path such as `spec.exposure.addresses[0]`. */
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

/** Returns the message of a policy or webhook, without the API server's prefix. */
function reasonIn(message: string): string {
  return message.replace(/^.*? denied (?:the )?request: /s, '');
}
