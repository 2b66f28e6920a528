import type { ErrorDetails } from '@gpulease/contract/common';
import { errorCatalogue, errorReasons, type ErrorCode } from '@gpulease/contract/errors';
import type { ValidationMessage } from '@gpulease/contract/validation-messages';

/** An error of the catalogue: what a handler throws and the client reads. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, details?: ErrorDetails, options?: ErrorOptions) {
    super(details?.reason ? `${code} (${details.reason})` : code, options);
    this.code = code;
    this.details = details;
  }

  /** HTTP status: the reason's where there is one, else the code's. */
  get status(): number {
    return this.details?.reason ? errorReasons[this.details.reason].status : errorCatalogue[this.code].status;
  }
}

/** No form has as many; an answer must not grow with its request. */
const MAX_FIELDS = 50;
/** Characters of a field's path. */
const MAX_PATH = 200;

/** INVALID_ARGUMENT that names the fields: `invalidFields({ inviteCode: 'inviteCode' })`. */
export function invalidFields(fields: Readonly<Record<string, ValidationMessage>>): ProductError {
  const named = Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .map(([path, message]) => [path.slice(0, MAX_PATH), message]);
  return new ProductError('INVALID_ARGUMENT', { fields: Object.fromEntries(named) as typeof fields });
}

/** RATE_LIMITED; `retryAfter` is in seconds. */
export function rateLimited(retryAfter: number): ProductError {
  return new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter });
}
