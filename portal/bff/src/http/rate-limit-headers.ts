/** `RateLimit` and `RateLimit-Policy` as the IETF drafts them (draft-ietf-httpapi-ratelimit-headers). */

/** One limit after a try was counted. */
export interface LimitState {
  readonly name: string;
  /** Tries within `duration`. */
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  readonly remaining: number;
  /** Seconds until all tries are there again. */
  readonly reset: number;
  /** Whether this try was one too many. */
  readonly isExceeded: boolean;
}

/** The headers with the remainder of these limits. */
export function rateLimitHeaders(states: readonly LimitState[]): Record<string, string> {
  return {
    'RateLimit-Policy': states
      .map(({ name, points, duration }) => `"${name}";q=${points};w=${duration}`)
      .join(', '),
    RateLimit: states.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
  };
}
