/** Headers and checks that stand before every route. */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { bearerToken } from './bearer.ts';
import { isLoopback } from './network.ts';
import { ProductError } from './product-error.ts';

/** Where people reach the portal; absent on loopback, where it follows from the request. */
export interface PublicAddress {
  readonly publicUrl: URL | undefined;
}

/** What pages may load and run: what is ours, in files of its own. */
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

/** Strict headers. Those that make sense only over TLS are sent only over TLS. */
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
 * Refuses requests for another name than ours: a page whose own name was pointed at this machine. With a public address
 * the proxy in front of us takes care of names.
 */
export function ownName({ publicUrl }: PublicAddress): RequestHandler {
  return (request, _, next) => {
    const isOurs = publicUrl !== undefined || isLoopback(hostName(request.headers.host));
    next(isOurs ? undefined : new ProductError('PERMISSION_DENIED'));
  };
}

/**
 * Refuses unsafe methods that another site's page could have sent with the visitor's cookies. What carries a token in its
 * headers is by no such page, and its cookies are not looked at.
 */
export function sameOrigin({ publicUrl }: PublicAddress): RequestHandler {
  return (request, _, next) => {
    const isByToken = bearerToken(request.headers) !== undefined;
    const isOurs = isByToken || safeMethods.has(request.method) || cameFromUs(request.headers, publicUrl);
    next(isOurs ? undefined : new ProductError('PERMISSION_DENIED'));
  };
}

interface OriginHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** Browsers say where a request came from in Sec-Fetch-Site, older ones in Origin; one of them must say: from here. */
export function cameFromUs(headers: OriginHeaders, publicUrl: URL | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === ownOrigin(headers.host, publicUrl);
}

/**
 * Whether a page of ours opens a WebSocket, to which browsers let any page connect with the visitor's cookies: they
 * always say its origin.
 */
export function isOwnPage({ host, origin }: OriginHeaders, publicUrl: URL | undefined): boolean {
  return origin === ownOrigin(host, publicUrl);
}

function ownOrigin(host: string | undefined, publicUrl: URL | undefined): string {
  return publicUrl?.origin ?? `http://${host ?? ''}`;
}

/** The name in a Host header, without port and brackets. */
function hostName(host = ''): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
