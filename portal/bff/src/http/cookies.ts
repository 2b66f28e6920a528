import type { Language } from '@gpulease/contract/enums';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { CookieName, Cookies } from './handler.ts';

/** How cookies are named and sent: `__Host-` and Secure over TLS, otherwise a plain name with the port, for loopback. */
export interface CookiePolicy {
  readonly secure: boolean;
  readonly port: number;
}

/** Returns the name on the wire. Browsers share cookies between ports, so on loopback the name includes the port. */
export function wireName(name: CookieName, { secure, port }: CookiePolicy): string {
  return secure ? `__Host-gpulease-${name}` : `gpulease-${name}-${port}`;
}

/** Whether the browser sends a session cookie, which may be invalid. */
export function hasSession(request: Request): boolean {
  return Object.keys(sentCookies(request)).some((name) => sessionName.test(name));
}

/** Returns the language chosen in this browser, which the web application stores in a cookie. */
export function keptLanguage(request: Request): Language | null {
  const { language } = sentCookies(request);
  return language === 'zh' || language === 'en' ? language : null;
}

function sentCookies({ headers }: Request) {
  return parseCookie(headers.cookie ?? '');
}

const sessionName = /^(__Host-)?gpulease-(user|admin)(-\d+)?$/;

/** Returns access to the cookies of a request and its response. */
export function cookiesOf(request: Request, response: Response, policy: CookiePolicy): Cookies {
  const options: CookieOptions = { httpOnly: true, secure: policy.secure, sameSite: 'lax', path: '/' };
  return {
    language: keptLanguage(request),
    get: (name) => sentCookies(request)[wireName(name, policy)],
    set: (name, value, expires) =>
      response.cookie(wireName(name, policy), value, expires ? { ...options, expires } : options),
    clear: (name) => response.clearCookie(wireName(name, policy), options),
  };
}
