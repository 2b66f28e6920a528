import { ApiError } from '@gpulease/kube';

/** A request that is answered with an error, as the Kubernetes API words errors. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  /** The refusal that tells a caller about any error. */
  static from(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof ApiError) return new Refusal(error.code, error.reason, error.message);
    return new Refusal(500, 'InternalError', error instanceof Error ? error.message : String(error));
  }

  /** The body of the answer. */
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
