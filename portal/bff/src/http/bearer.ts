interface Credentials {
  readonly authorization?: string | undefined;
}

/** The token of an `Authorization: Bearer` header, empty where it names none; undefined without such a header. */
export function bearerToken({ authorization = '' }: Credentials): string | undefined {
  const [scheme = '', ...token] = authorization.trim().split(/ +/);
  return scheme.toLowerCase() === 'bearer' ? token.join(' ') : undefined;
}
