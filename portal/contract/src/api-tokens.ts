/** API tokens: their prefix, and the scope that an operation requires. */
import type { ApiTokenScope } from './enums.ts';
import type { Operation } from './operations/operation.ts';

/** Prefix of every token, by which secret scanners find tokens published by mistake. */
export const API_TOKEN_PREFIX = 'gpulease_';

/** Returns the scope that an operation requires of a token; undefined if it accepts no tokens. */
export function apiTokenScopeOf({ token, method }: Operation): ApiTokenScope | undefined {
  if (!token) return undefined;
  return method === 'GET' ? 'READ' : 'WRITE';
}
