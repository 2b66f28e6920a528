import { ApiError } from '@gpulease/kube';

/** Rejection of a request, in the error format of the Kubernetes API. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** Converts any error to a refusal. */
  static from(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof ApiError) return new Refusal(error.code, error.reason, error.message);
    return new Refusal(500, 'InternalError', error instanceof Error ? error.message : String(error));
  }

  /** Returns the response body. */
  toStatus(): object {
    const { code, reason, message } = this;
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  }
}

export function conflict(message: string): Refusal {
  return new Refusal(409, 'Conflict', message);
}

export function notFound(message: string): Refusal {
  return new Refusal(404, 'NotFound', message);
}
