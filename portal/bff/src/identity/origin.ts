import type { RequestContext } from '../http/handler.ts';

/** Where a request of identity came from; for limits, audit and the binding of SMS codes. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
  /** The browser's random mark; empty where it has none yet. */
  readonly device: string;
}

/** The origin of a request. */
export function originOf({ address, requestId, cookies }: RequestContext): Origin {
  return { address, requestId, device: cookies.get('device') ?? '' };
}
