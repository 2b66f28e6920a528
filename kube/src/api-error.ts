export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  /** What was wrong with a request; `field` is the path of a wrong field. */
  causes?: { reason?: string; message?: string; field?: string }[];
  retryAfterSeconds?: number;
}

/** The body of an answer that is not a success (`kind: Status`). */
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
 * A request that the API server refused, or that did not reach it.
 *
 * `code` is the HTTP status and `reason` the API's own word for it (`NotFound`, `Conflict`, `Invalid` ...). Where no
 * answer came, it is 503 `Unavailable` or 504 `Timeout`, with the network's error as `cause`.
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

/** The error that an answer's body describes; the body may be anything, as proxies answer too. */
export function errorFromBody(code: number, body: string): ApiError {
  return errorFromStatus(parseStatus(body) ?? statusOfText(body.trim()), code);
}

/** The error that a Status object describes, such as the one in a watch's ERROR event. */
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

/** What an answer that is no Status says, such as a proxy's page. */
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

/** The error for a request that got no answer, told by the codes of undici and Node's sockets. */
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

/** The code and name of an error and of all that caused it. */
function errorCodes(error: unknown): string[] {
  if (!isErrorLike(error)) return [];
  const code = typeof error.code === 'string' ? [error.code] : [];
  return [...code, error.name, ...errorCodes(error.cause)];
}

/** An error, also one of Node's that is no instance of this realm's Error. */
function isErrorLike(error: unknown): error is Error & { code?: unknown } {
  return typeof error === 'object' && error !== null && 'message' in error && 'name' in error;
}

/** Whether the connection's TLS failed, so that its certificates must be looked at again. */
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
/** Whether the resourceVersion or continue token asked for is too old. */
export const isGone = withCode(410);
export const isInvalid = withCode(422);
export const isAlreadyExists = withReason('AlreadyExists');
/** Whether the object, or a field that another manager owns, was changed meanwhile. */
export const isConflict = withReason('Conflict');
/** Whether no answer came: the API server is down, cannot be reached or did not answer in time. */
export const isUnavailable = withReason('Unavailable', 'Timeout');

/** Resolves also when the work fails with such an error. */
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

/** Whether an admission policy or webhook denied the request; an account's lack of rights is no denial. */
export function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.code >= 400 && error.code < 500 && DENIAL.test(error.message);
}

/** ValidatingAdmissionPolicies say the one, admission webhooks the other. */
const DENIAL = / denied (?:the )?request: /;

/** Whether the object itself is not there; a server that does not serve its kind (yet) names no object. */
export function isMissingObject(error: unknown, name: string): boolean {
  return error instanceof ApiError && error.code === 404 && error.details.name === name;
}
