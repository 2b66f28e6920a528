/** Headers and checks for every route. */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { bearerToken } from './bearer.ts';
import { isLoopback } from './network.ts';
import { ProductError } from './product-error.ts';

/** The portal's public URL; absent on loopback, where it is derived from the request. */
export interface PublicAddress {
  readonly publicUrl: URL | undefined;
}

/** Pages may load and run only our own files, nothing inline. */
export const contentPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Sets strict security headers; TLS-specific ones only over TLS. */
export function securityHeaders(publicUrl: URL | undefined): RequestHandler {
  const overTls = publicUrl?.protocol === 'https:';
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentPolicy,
        ...(overTls && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: overTls && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

export const noStore: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Methods that change nothing. */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests for a foreign host name, against DNS rebinding to this machine. With a public URL, the proxy in front
 * checks host names.
 */
export function ownName({ publicUrl }: PublicAddress): RequestHandler {
  return (request, _, next) => {
    const isOurs = publicUrl !== undefined || isLoopback(hostName(request.headers.host));
    next(isOurs ? undefined : new ProductError('PERMISSION_DENIED'));
  };
}

/**
 * Refuses unsafe methods that another site's page could have sent with the visitor's cookies. Exempts requests with a bearer
 * token, which such pages cannot send; their cookies are ignored.
 */
export function sameOrigin({ publicUrl }: PublicAddress): RequestHandler {
  return (request, _, next) => {
    const isByToken = bearerToken(request.headers) !== undefined;
    const isOurs = isByToken || safeMethods.has(request.method) || isFromOwnPage(request.headers, publicUrl);
    next(isOurs ? undefined : new ProductError('PERMISSION_DENIED'));
  };
}

interface OriginHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** Whether a request came from our own pages, by Sec-Fetch-Site, or by Origin in older browsers. */
export function isFromOwnPage(headers: OriginHeaders, publicUrl: URL | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === ownOrigin(headers.host, publicUrl);
}

/**
 * Whether one of our own pages opens a WebSocket. Browsers let any page connect with the visitor's cookies, but always send
 * its origin.
 */
export function isOwnPage({ host, origin }: OriginHeaders, publicUrl: URL | undefined): boolean {
  return origin === ownOrigin(host, publicUrl);
}

function ownOrigin(host: string | undefined, publicUrl: URL | undefined): string {
  return publicUrl?.origin ?? `http://${host ?? ''}`;
}

/** Returns the name in a Host header, without port and brackets. */
function hostName(host = ''): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
