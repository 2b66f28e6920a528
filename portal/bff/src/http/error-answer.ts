/** One table from causes to the catalogue. */
import type { ErrorBody } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import { errorText } from '@gpulease/contract/errors';
import { ApiError, isDenied } from '@gpulease/kube';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { ProductError } from './product-error.ts';

/** What the client reads about an error, in its language. An unexpected one is ours to look into: logged as an error with its stack. */
export function errorAnswer(error: unknown, requestId: string, language: Language) {
  const known = toProductError(error);
  const message = errorText(known.code, language, known.details?.reason);
  const details = known.details && { details: known.details };
  const body: ErrorBody = { code: known.code, message, requestId, ...details };
  return { status: known.status, body, unexpected: known.status >= 500 };
}

/** The catalogue's error for any cause. */
export function toProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (error instanceof ApiError) return fromKubernetes(error);
  if (isDatabaseUnavailable(error)) return new ProductError('SERVER_ERROR', undefined, { cause: error });
  return fromRequest(error) ?? new ProductError('INTERNAL', undefined, { cause: error });
}

/**
 * Answers of the API server. What its admission denies is not allowed now; any other 401, 403 or 404 that names no object
 * comes from a server that is still starting, or from a right that we lack until an operator has mended it.
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

/** Errors of Express and its body parser, which carry a 4xx status. */
function fromRequest(error: unknown): ProductError | undefined {
  if (!isOfExpress(error)) return undefined;
  if (error.status === 413)
    return new ProductError('REQUEST_FAILED', { reason: 'TOO_LARGE' }, { cause: error });
  if (error.status >= 400 && error.status < 500)
    return new ProductError('INVALID_ARGUMENT', undefined, { cause: error });
  return undefined;
}

/** Clients of other services give their errors a status, too: a refusal of ours by them is no mistake of the customer's. */
function isOfExpress(error: unknown): error is Error & { readonly status: number } {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return false;
  return 'expose' in error || error instanceof URIError;
}
