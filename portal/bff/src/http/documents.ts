/** The built site of the documents. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';
import { IMMUTABLE } from './compressed-assets.ts';

/** Serves the site in `dist` where it is mounted; a page's address has no `.html`. Throws where it is not built. */
export function documentFiles(dist: string): Router {
  const policy = documentPolicy(readFileSync(join(dist, 'index.html'), 'utf8'));
  const router = Router();
  router.use(
    express.static(dist, {
      extensions: ['html'],
      cacheControl: false,
      setHeaders(response, path) {
        response.setHeader('Cache-Control', path.startsWith(join(dist, 'assets/')) ? IMMUTABLE : 'no-cache');
        response.setHeader('Content-Security-Policy', policy);
      },
    }),
  );
  router.use((_, response) => {
    response.status(404).set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });
    response.sendFile('404.html', { root: dist, cacheControl: false });
  });
  return router;
}

/**
 * VitePress writes the same scripts into each page, which set the theme before anything is shown, and has styles in
 * attributes and elements. Nothing else is looser than for the application.
 */
function documentPolicy(page: string): string {
  const scripts = [...page.matchAll(/<script id=[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
