/** What scripts may do with an API token. */
import type { ApiTokenScope } from './enums.ts';
import type { Operation } from './operations/operation.ts';

/** What a token looks like, so that it is found where it was published by mistake. */
export const API_TOKEN_PREFIX = 'gpulease_';

/** The scope that an operation asks of a token; undefined where it takes none. */
export function apiTokenScopeOf({ token, method }: Operation): ApiTokenScope | undefined {
  if (!token) return undefined;
  return method === 'GET' ? 'READ' : 'WRITE';
}
