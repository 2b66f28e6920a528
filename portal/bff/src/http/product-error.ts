import type { ErrorDetails } from '@gpulease/contract/common';
import { errorCatalogue, errorReasons, type ErrorCode } from '@gpulease/contract/errors';
import type { ValidationMessage } from '@gpulease/contract/messages';

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

/** INVALID_ARGUMENT that names the fields: `invalidFields({ inviteCode: 'inviteCode' })`. */
export function invalidFields(fields: Readonly<Record<string, ValidationMessage>>): ProductError {
  return new ProductError('INVALID_ARGUMENT', { fields: { ...fields } });
}
