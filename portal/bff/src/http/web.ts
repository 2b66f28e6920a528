/** The built web application: hashed assets are cached forever, every other path serves the application. */
import { join } from 'node:path';
import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { compressedAssets, IMMUTABLE } from './compressed-assets.ts';
import { hasSession, keptLanguage } from './cookies.ts';
import { ProductError } from './product-error.ts';
import type { RenderedHome } from './rendered-home.ts';

/**
 * Serves the files of the build. Missing files below /assets are 404, so that a browser never loads HTML as a script.
 * Visitors get a rendered home page.
 */
export function webFiles(dist: string, home?: RenderedHome): Router {
  const assets = join(dist, 'assets');
  const router = Router();
  router.use('/assets', compressedAssets(assets), files(assets, IMMUTABLE), missing);
  router.use(besideIndex(files(dist, 'no-cache')));
  if (home) router.get('/', rendered(home));
  router.get('/{*path}', application(dist));
  router.use(notBuilt(dist));
  return router;
}

function files(folder: string, cacheControl: string): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (response) => response.setHeader('Cache-Control', cacheControl),
  });
}

/**
 * Serves only top-level files: the build's other folders are private to this server. Decodes the path like the file handler,
 * so that no other spelling bypasses the check.
 */
function besideIndex(serve: RequestHandler): RequestHandler {
  return (request, response, next) =>
    isOneName(request.path) ? void serve(request, response, next) : next();
}

function isOneName(path: string): boolean {
  try {
    return /^\/[^/\\]+$/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

const missing: RequestHandler = (_, response) => {
  response.status(404).end();
};

/** Serves the rendered home page to visitors without a session, if the URL has no query string. */
function rendered(home: RenderedHome): RequestHandler {
  return async (request, response, next) => {
    if (hasSession(request) || request.url !== request.path) return next();
    const page = await home(keptLanguage(request) ?? 'zh').catch((error: unknown) =>
      request.log.error({ err: error }, 'Could not render the home page'),
    );
    if (!page) return next();
    // Cookies select the page, so a later visit may need another one.
    response.set('Cache-Control', 'private, no-cache').type('html').vary('Accept-Encoding');
    if (!takesGzip(request)) return void response.send(page.html);
    response.set('Content-Encoding', 'gzip').send(page.gzip);
  };
}

const takesGzip = (request: Request) => request.acceptsEncodings('gzip') === 'gzip';

/**
 * Serves the application at any path that is not a file, even with dots (`/workloads/a.b`). Common entry pages have their own
 * HTML, which lists their resources; all load the same application.
 */
function application(dist: string): RequestHandler {
  const options = { root: dist, cacheControl: false };
  return (request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(pageFile(request.path), options, (error?: Error) => {
      if (error && !response.headersSent) response.sendFile('index.html', options);
    });
  };
}

/** Returns the file with a page's own HTML, which may not exist. */
function pageFile(path: string): string {
  return `pages${path === '/' ? '/home' : path}.html`;
}

/** A missing or incomplete build is the operator's fault, not a bad request. */
function notBuilt(dist: string): ErrorRequestHandler {
  return (error: unknown, _request, _response, next) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing) return next(error);
    const cause = new Error(`The web application is not at ${dist}: index.html is missing`, { cause: error });
    next(new ProductError('SERVER_ERROR', undefined, { cause }));
  };
}
