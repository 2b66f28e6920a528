import type { ErrorBody, ErrorDetails } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import {
  errorCatalogue,
  errorReasons,
  errorText,
  type ErrorCode,
  type ErrorReason,
} from '@gpulease/contract/errors';
import { ChunkFailure } from '../browser/chunks.ts';

/** A failed call: a code from the error catalogue and the server's details. */
export class Failure extends Error {
  readonly code: ErrorCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: ErrorDetails;
  /** The browser was offline, so nothing was sent. */
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

/** Returns false on the server, which has no `navigator`. */
const isOffline = (): boolean => (globalThis.navigator as Navigator | undefined)?.onLine === false;

/** Turns any thrown value into a Failure. Code that failed to load counts as a network error. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(error instanceof ChunkFailure ? 'NETWORK_ERROR' : 'REQUEST_FAILED', 0);
}

export function failureText(failure: Failure, language: Language): string {
  return errorText(failure.code, language, failure.details.reason);
}

/** Returns the failure described by an unsuccessful response; REQUEST_FAILED if it cannot be parsed. */
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

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code);
}

export const isErrorReason = (reason: string): reason is ErrorReason => Object.hasOwn(errorReasons, reason);
