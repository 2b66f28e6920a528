export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  /** The faults of a request; `field` is the path of the invalid field. */
  causes?: { reason?: string; message?: string; field?: string }[];
  retryAfterSeconds?: number;
}

/** The body of an error response (`kind: Status`). */
export interface Status {
  code?: number;
  reason?: string;
  message?: string;
  details?: StatusDetails;
}

export interface ApiErrorFields {
  code: number;
  reason: string;
  message: string;
  details?: StatusDetails | undefined;
}

/**
 * A request that the API server rejected or did not answer.
 *
 * `code` is the HTTP status and `reason` the API's name for it (`NotFound`, `Conflict`, `Invalid` ...). Without a
 * response, they are 503 `Unavailable` or 504 `Timeout`, with the network error as `cause`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly reason: string;
  readonly details: StatusDetails;

  constructor({ code, reason, message, details = {} }: ApiErrorFields, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }
}

/** Returns the error that a response body describes. The body may be anything, since proxies respond too. */
export function errorFromBody(code: number, body: string): ApiError {
  return errorFromStatus(parseStatus(body) ?? statusOfText(body.trim()), code);
}

/** Returns the error that a Status describes, such as the one in an ERROR event of a watch. */
export function errorFromStatus(status: Status, httpCode = 500): ApiError {
  const code = status.code ?? httpCode;
  return new ApiError({
    code,
    reason: status.reason ?? reasonsByCode[code] ?? 'Unknown',
    message: status.message ?? `The Kubernetes API answered with status ${code}`,
    details: status.details,
  });
}

const reasonsByCode: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  422: 'Invalid',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/** Makes a Status of any other body, such as a proxy's error page. */
function statusOfText(text: string): Status {
  return text === '' ? {} : { message: text.slice(0, 500) };
}

function parseStatus(body: string): Status | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the error of a request without a response, classified by the error codes of undici and Node's sockets. */
export function errorFromNetwork(cause: unknown, server: string): ApiError {
  const codes = errorCodes(cause);
  if (codes.some((code) => TIMEOUT_CODES.has(code))) {
    return new ApiError(
      { code: 504, reason: 'Timeout', message: `The Kubernetes API at ${server} did not answer in time` },
      { cause },
    );
  }
  const why = isErrorLike(cause) ? cause.message : String(cause);
  const message = `The Kubernetes API at ${server} cannot be reached: ${why}`;
  return new ApiError({ code: 503, reason: 'Unavailable', message }, { cause });
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'TimeoutError',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);

/** Returns the code and name of an error and of its chain of causes. */
function errorCodes(error: unknown): string[] {
  if (!isErrorLike(error)) return [];
  const code = typeof error.code === 'string' ? [error.code] : [];
  return [...code, error.name, ...errorCodes(error.cause)];
}

/** Also accepts errors from another realm, which are not instances of this realm's Error. */
function isErrorLike(error: unknown): error is Error & { code?: unknown } {
  return typeof error === 'object' && error !== null && 'message' in error && 'name' in error;
}

/** Whether TLS failed, so that certificates must be reloaded. */
export function isTlsFailure(error: unknown): boolean {
  return errorCodes(error).some((code) =>
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code),
  );
}

function withCode(code: number): (error: unknown) => boolean {
  return (error) => error instanceof ApiError && error.code === code;
}

function withReason(...reasons: string[]): (error: unknown) => boolean {
  return (error) => error instanceof ApiError && reasons.includes(error.reason);
}

export const isForbidden = withCode(403);
export const isNotFound = withCode(404);
/** Whether the requested resourceVersion or continue token has expired. */
export const isGone = withCode(410);
export const isInvalid = withCode(422);
export const isAlreadyExists = withReason('AlreadyExists');
/** Whether the object has changed since it was read, or another manager owns one of the fields. */
export const isConflict = withReason('Conflict');
/** Whether there was no response: the API server is down, unreachable or too slow. */
export const isUnavailable = withReason('Unavailable', 'Timeout');

/** Awaits the work and ignores an error that one of `errors` matches. */
export async function tolerate(
  work: Promise<unknown>,
  ...errors: readonly ((error: unknown) => boolean)[]
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!errors.some((isSuch) => isSuch(error))) throw error;
  }
}

/** Whether an admission policy or webhook denied the request. Missing RBAC permissions do not count. */
export function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.code >= 400 && error.code < 500 && DENIAL.test(error.message);
}

/** Matches the messages of ValidatingAdmissionPolicies ("denied request") and webhooks ("denied the request"). */
const DENIAL = / denied (?:the )?request: /;

/** Whether the object itself is missing. A server that does not serve the kind (yet) names no object. */
export function isMissingObject(error: unknown, name: string): boolean {
  return error instanceof ApiError && error.code === 404 && error.details.name === name;
}
