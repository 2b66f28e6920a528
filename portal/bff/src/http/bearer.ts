import type { IncomingHttpHeaders } from 'node:http';

/** Returns the token of an `Authorization: Bearer` header, empty if it has none; undefined without such a header. */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const [scheme = '', ...token] = authorization.trim().split(/ +/);
  return scheme.toLowerCase() === 'bearer' ? token.join(' ') : undefined;
}
