/** Returns after signing in, only to pages of this application. */

/** Returns the path if it is ours: one leading slash, and nothing that browsers read as another host. */
export function ownPath(value: string | null): string | undefined {
  if (!value?.startsWith('/')) return undefined;
  if (hasControlOrBackslash(value) || value.startsWith('//')) return undefined;
  const base = 'https://own.invalid';
  const url = parsed(value, base);
  return url?.origin === base && !decodesToForeign(url.pathname)
    ? url.pathname + url.search + url.hash
    : undefined;
}

/** Replaces `URL.parse`, which many browsers lack. */
function parsed(value: string, base: string): URL | undefined {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
}

/** Returns the sign-in page of a console, with the page to return to, if any. */
export function loginPath(console: 'user' | 'admin', current?: string): string {
  const login = console === 'admin' ? '/admin/login' : '/login';
  if (current === undefined) return login;
  return `${login}?returnTo=${encodeURIComponent(current)}`;
}

/** Returns a query string with the page to return to, if any. */
export function withReturnTo(params: URLSearchParams): string {
  const path = ownPath(params.get('returnTo'));
  return path === undefined ? '' : `?returnTo=${encodeURIComponent(path)}`;
}

function hasControlOrBackslash(value: string): boolean {
  return Array.from(value).some((character) => character === '\\' || character <= ' ');
}

const decodesToForeign = (pathname: string): boolean => /^\/(?:\/|\\|%2f|%5c)/i.test(pathname);
