/** The built site of the documents. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { IMMUTABLE } from './compressed-assets.ts';
import { contentPolicy } from './security.ts';

/** Serves the site in `dist` where it is mounted; a page's address has no `.html`. Throws where it is not built. */
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
 * VitePress writes the same scripts into each page, which set the theme before anything is shown, and has styles in
 * attributes and elements. Nothing else is looser than for the application.
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
