import type { ErrorBody, ErrorDetails } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import {
  errorCatalogue,
  errorReasons,
  errorText,
  type ErrorCode,
  type ErrorReason,
} from '@gpulease/contract/errors';
import { ChunkFailure } from '../platform/chunks.ts';

/** A call that did not succeed: a code of the catalogue, and what the server says about it. */
export class Failure extends Error {
  readonly code: ErrorCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: ErrorDetails;
  /** The browser had no network, so that nothing can have been sent. */
  readonly wasOffline: boolean;

  constructor(code: ErrorCode, status: number, answer: Partial<ErrorBody> = {}) {
    super(answer.message ?? code);
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.requestId = answer.requestId;
    this.details = answer.details ?? {};
    this.wasOffline = status === 0 && isOffline();
  }
}

/** Undefined on the server, where this is never asked in earnest. */
function isOffline(): boolean {
  return (globalThis.navigator as Navigator | undefined)?.onLine === false;
}

/** Any thrown value as a Failure. Code that could not be fetched is a matter of the network. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(error instanceof ChunkFailure ? 'NETWORK_ERROR' : 'REQUEST_FAILED', 0);
}

/** The sentence a person reads. */
export function failureText(failure: Failure, language: Language): string {
  return errorText(failure.code, language, failure.details.reason);
}

/** What an answer that is not a success says; REQUEST_FAILED when it cannot be read. */
export async function failureOf(response: Response): Promise<Failure> {
  const requestId = response.headers.get('X-Request-Id');
  const unreadable = () =>
    new Failure('REQUEST_FAILED', response.status, requestId === null ? {} : { requestId });
  try {
    const body = (await response.json()) as Partial<ErrorBody>;
    return isErrorCode(body.code) ? new Failure(body.code, response.status, body) : unreadable();
  } catch {
    return unreadable();
  }
}

/** Whether a value is a code of the catalogue. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code);
}

/** Whether a value is a reason of the catalogue. */
export function isErrorReason(reason: string): reason is ErrorReason {
  return Object.hasOwn(errorReasons, reason);
}
