/** The built documentation site. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { IMMUTABLE } from './compressed-assets.ts';
import { contentPolicy } from './security.ts';

/** Serves the site in `dist`; URLs of pages have no `.html`. Throws if the site is not built. */
export function documentFiles(dist: string): Router {
  const router = Router();
  router.use(documentPolicy(readFileSync(join(dist, 'index.html'), 'utf8')));
  router.use(
    express.static(dist, {
      extensions: ['html'],
      cacheControl: false,
      setHeaders(response, path) {
        response.setHeader('Cache-Control', path.startsWith(join(dist, 'assets/')) ? IMMUTABLE : 'no-cache');
      },
    }),
  );
  router.use((_, response) => {
    response.status(404).set('Cache-Control', 'no-cache');
    response.sendFile('404.html', { root: dist, cacheControl: false });
  });
  return router;
}

/**
 * Allows VitePress's inline styles, and its inline scripts, which set the theme before rendering and are the same in each
 * page. Otherwise the policy is the application's.
 */
function documentPolicy(page: string): RequestHandler {
  const scripts = [...page.matchAll(/<script id=[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...contentPolicy,
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      formAction: ["'none'"],
    },
  });
}
