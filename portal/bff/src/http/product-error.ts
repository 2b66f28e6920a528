import type { ErrorDetails } from '@gpulease/contract/common';
import { errorCatalogue, errorReasons, type ErrorCode } from '@gpulease/contract/errors';
import type { ValidationMessage } from '@gpulease/contract/validation-messages';

/** An error of the catalogue, thrown by handlers and sent to the client. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, details?: ErrorDetails, options?: ErrorOptions) {
    super(details?.reason ? `${code} (${details.reason})` : code, options);
    this.code = code;
    this.details = details;
  }

  /** HTTP status: of the reason if any, otherwise of the code. */
  get status(): number {
    return this.details?.reason ? errorReasons[this.details.reason].status : errorCatalogue[this.code].status;
  }
}

/** More than any form has; limits the size of the response. */
const MAX_FIELDS = 50;
/** Maximum characters of a field's path. */
const MAX_PATH = 200;

/** Returns INVALID_ARGUMENT with the invalid fields: `invalidFields({ inviteCode: 'inviteCode' })`. */
export function invalidFields(fields: Readonly<Record<string, ValidationMessage>>): ProductError {
  const named = Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .map(([path, message]) => [path.slice(0, MAX_PATH), message]);
  return new ProductError('INVALID_ARGUMENT', { fields: Object.fromEntries(named) as typeof fields });
}

/** Returns RATE_LIMITED; `retryAfter` is in seconds. */
export function rateLimited(retryAfter: number): ProductError {
  return new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter });
}
