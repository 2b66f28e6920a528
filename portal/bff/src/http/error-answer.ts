/** Maps any error to the error catalogue. */
import type { ErrorBody } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import { errorText } from '@gpulease/contract/errors';
import { ApiError, isDenied } from '@gpulease/kube';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { ProductError } from './product-error.ts';

/** Returns the error response in the client's language. Unexpected errors need attention and are logged with their stack. */
export function errorAnswer(error: unknown, requestId: string, language: Language) {
  const known = toProductError(error);
  const message = errorText(known.code, language, known.details?.reason);
  const details = known.details && { details: known.details };
  const body: ErrorBody = { code: known.code, message, requestId, ...details };
  return { status: known.status, body, unexpected: known.status >= 500 };
}

/** Returns the product error for any cause. */
export function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (error instanceof ApiError) return fromKubernetes(error);
  if (isDatabaseUnavailable(error)) return new ProductError('SERVER_ERROR', undefined, { cause: error });
  return fromRequest(error) ?? new ProductError('INTERNAL', undefined, { cause: error });
}

/**
 * Maps errors of the API server. Admission denials are FORBIDDEN. Any other 401 or 403, or a 404 that names no object, means
 * that the server is still starting or that our permissions are incomplete.
 */
function fromKubernetes(error: ApiError): ProductError {
  const options = { cause: error };
  if (isDenied(error)) return new ProductError('FORBIDDEN', undefined, options);
  switch (error.code) {
    case 404:
      return new ProductError(error.details.name ? 'RESOURCE_NOT_FOUND' : 'SERVER_ERROR', undefined, options);
    case 409:
      return error.reason === 'AlreadyExists'
        ? new ProductError('NAME_TAKEN', undefined, options)
        : new ProductError('REQUEST_FAILED', { reason: 'STALE' }, options);
    case 400:
    case 422:
      return new ProductError('INVALID_ARGUMENT', undefined, options);
    default:
      return new ProductError('SERVER_ERROR', undefined, options);
  }
}

/** Maps errors of Express and its body parser, which have a 4xx status. */
function fromRequest(error: unknown): ProductError | undefined {
  if (!isOfExpress(error)) return undefined;
  if (error.status === 413)
    return new ProductError('REQUEST_FAILED', { reason: 'TOO_LARGE' }, { cause: error });
  if (error.status >= 400 && error.status < 500)
    return new ProductError('INVALID_ARGUMENT', undefined, { cause: error });
  return undefined;
}

/** Excludes errors of clients of other services, which also have a status but are not the caller's fault. */
function isOfExpress(error: unknown): error is Error & { readonly status: number } {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return false;
  return 'expose' in error || error instanceof URIError;
}
