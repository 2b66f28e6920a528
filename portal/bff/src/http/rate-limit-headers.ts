/** `RateLimit` and `RateLimit-Policy` headers by the IETF draft (draft-ietf-httpapi-ratelimit-headers). */

/** The state of a limit after counting an attempt. */
export interface LimitState {
  readonly name: string;
  /** Allowed attempts within `duration`. */
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  readonly remaining: number;
  /** Seconds until the limit resets. */
  readonly reset: number;
  /** Whether this attempt exceeded the limit. */
  readonly isExceeded: boolean;
}

/** Returns the headers for these limits. */
export function rateLimitHeaders(states: readonly LimitState[]): Record<string, string> {
  return {
    'RateLimit-Policy': states
      .map(({ name, points, duration }) => `"${name}";q=${points};w=${duration}`)
      .join(', '),
    RateLimit: states.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
  };
}
